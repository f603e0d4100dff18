"""American hands: cards that people write, the language of their patterns, and the hands that match them.

Source: RULES 3 (docs/rules.md).
"""
