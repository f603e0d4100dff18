"""Walls: the dice, where the wall opens, and who draws which tile when. Source: RULES 4 in docs/rules.md."""
