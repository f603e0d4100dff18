"""The library of the club's rules: a folder with a file for each, shared by all windows."""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from mjcompanion.core.errors import Problem, bad_request, listed, printable
from mjcompanion.core.sanitize import one_line
from mjcompanion.i18n.translation import _
from mjcompanion.storage.document_library import Document, DocumentLibrary, free_name, slug
from mjcompanion.storage.file_kinds import FileKind, called
from mjcompanion.table.club_rules.file import LARGEST_FILE, rules_from_bytes, write_club_rules
from mjcompanion.table.club_rules.rules import LONGEST_NAME, ClubRules


class RulesDocument(Document[ClubRules], frozen=True):
    """One file of the library."""

    @property
    def rules(self) -> ClubRules | None:
        """The rules, or None where they can't be read."""
        return self.item


class RulesLibrary(DocumentLibrary[ClubRules, RulesDocument]):
    """The folder with the club's rules.

    >>> import tempfile
    >>> from mjcompanion.rulesets import Ruleset
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     shelf = RulesLibrary(Path(folder) / "rules")
    ...     entry = shelf.save(ClubRules.of("Tuesday club", Ruleset("traditional"), {"limit": 500}))
    ...     entry.path.name, [one.rules.options.limit for one in shelf.list()]
    ('tuesday-club.toml', [500])
    """

    kind = "rules"
    largest = LARGEST_FILE

    def _load(self, path: Path, content: bytes) -> ClubRules:  # noqa: ARG002 - there is one kind of file
        return rules_from_bytes(content)

    def _dump(self, item: ClubRules, old: str = "") -> str:
        return write_club_rules(item.checked(), old)

    def _entry(
        self, path: Path | None, item: ClubRules | None, problems: tuple[Problem, ...], seen: str
    ) -> RulesDocument:
        return RulesDocument(path, item, tuple(problem.sentence() for problem in problems), seen)

    def _closed(self, path: Path, why: str) -> Problem:  # noqa: ARG002 - the page shows the path
        return Problem("rules-file", why=why)

    def title(self, item: ClubRules) -> str:
        """Return the rules' name."""
        return item.name

    def _key(self, item: ClubRules) -> str:
        return item.name.casefold()

    def named(self, name: str) -> ClubRules:
        """Return the rules of this name, in upper or lower case, or those in this file.

        Raises:
            RuleError: there are none, or the file can't be read as rules.
            OSError: the file can't be read.

        >>> RulesLibrary(Path("nowhere")).named("Ours")
        Traceback (most recent call last):
        ...
        mjcompanion.core.errors.RuleError: You have no house rules called “Ours”. There are none yet.

        """
        path = Path(name).expanduser()
        if path.suffix.lower() == ".toml":
            found = self.read(path)
            if found is None:
                raise bad_request(_("There is no file {file}.").format(file=printable(name)))
            if found.rules is None:
                raise bad_request(_("{file}: {problem}").format(file=printable(path.name), problem=found.problems[0]))
            return found.rules
        known = {entry.rules.name: entry.rules for entry in self.list() if entry.rules is not None}
        fitting = [rules for called, rules in known.items() if called.casefold() == name.strip().casefold()]
        if fitting:
            return fitting[0]
        sentence = _("You have no house rules called “{name}”. There are none yet.")
        if known:
            sentence = _("You have no house rules called “{name}”. Choose {rules}.")
        choices = listed([f"“{one}”" for one in known], "or")
        raise bad_request(sentence.format(name=printable(name), rules=choices))

    def free_name(self, name: str, taken: Iterable[str] | None = None) -> str:
        """Return the name, or the first of “name 2”, “name 3” … that no other rules have.

        >>> RulesLibrary(Path("nowhere")).free_name("Ours", ["ours", "Ours 2"])
        'Ours 3'
        """
        names = [entry.rules.name for entry in self.list() if entry.rules is not None] if taken is None else taken
        used = {one.casefold() for one in names}
        return free_name(one_line(name), LONGEST_NAME, lambda one: one.casefold() in used)

    def freely_named(self, item: ClubRules, path: Path | None = None) -> ClubRules:  # noqa: ARG002 - all have a name
        """Return the rules under a name that no others have."""
        return item.changed(name=self.free_name(item.name))


def file_name(rules: ClubRules) -> str:
    """Return a file name for these rules that every system takes.

    >>> from mjcompanion.rulesets import Ruleset
    >>> file_name(ClubRules.of("Café “Löwe”: ours!", Ruleset("nmjl")))
    'cafe-lowe-ours.mjrules.toml'
    """
    return called(slug(rules.name, "rules"), FileKind.RULES, "toml")
