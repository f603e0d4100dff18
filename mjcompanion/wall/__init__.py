"""Walls: `dice` throws, `breaks` says where the wall opens, `deal` who takes which tile when.

How each ruleset builds its walls is in its `WallRules` (mjcompanion/rules/wall.py). Source: RULES 4 in docs/rules.md.
"""
