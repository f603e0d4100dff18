"""What rulesets are made of: the record (`ruleset`), its rows, hand kinds, faults and walls.

Rows that several rulesets share are in `shared_rows`, rows that a house may add in `optional_rows`. `house` has the
house options of a table. No ruleset is named here.
"""
