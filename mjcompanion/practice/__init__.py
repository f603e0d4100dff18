"""Practice: the program shows a hand, a person scores it line by line, and the two sheets are compared.

An exercise follows from its ruleset, its level and its number alone, so that two people can do the same one. What is
right comes from `score`, `score_american` and `settle`.
"""
