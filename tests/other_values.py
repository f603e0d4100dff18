"""For any option of the house a value that it hasn't."""

from mjcompanion.core.options import OPTIONS, OptionKind, Options

SPECS = {spec.key: spec for spec in OPTIONS}
OTHERS = {
    OptionKind.LIMIT: (500, 400),
    OptionKind.EVEN: (30, 40),
    OptionKind.NUMBER: (50, 60),
    OptionKind.SCALE: ((0, 2, 4), (2, 4)),
}
"""By kind two values that no ruleset has by itself."""


def other_than(key, value):
    """Another value that this option can have."""
    spec = SPECS[key]
    if spec.kind is OptionKind.BOOL:
        return not value
    return next(one for one in (*spec.choices, *OTHERS.get(spec.kind, ())) if one != value)


def others():
    """Of every option a value other than the usual one."""
    usual = Options()
    return {key: other_than(key, getattr(usual, key)) for key in SPECS}
