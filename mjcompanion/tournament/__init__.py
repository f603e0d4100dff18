"""A club's night at several tables: who meets whom, in which round, and who is where in the ranking."""
