"""How a ledger of an earlier version becomes one of this version; alembic runs these files, and nobody imports them."""
