"""Sessions, hands, games, players, tournaments and seasons on disk, so that nothing a person entered is lost.

`Ledger` (`ledger`) opens a SQLite file or a PostgreSQL database; its parts are by subject. `models` has the tables.
"""
