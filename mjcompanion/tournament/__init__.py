"""A club's night at several tables: the draw, the rounds and the ranking."""
