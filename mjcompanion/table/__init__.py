"""Four people at a table: seats and winds, settlement, rotation, chips, and everything that happened, as events.

Source: RULES 5 and 3.1 (docs/rules.md).
"""
