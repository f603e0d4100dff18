"""Entry point for alembic: runs the steps on the connection that the program has opened, in its transaction."""

from __future__ import annotations

from alembic import context


def run() -> None:
    """Run the steps that are due."""
    context.configure(connection=context.config.attributes["connection"], transactional_ddl=True)
    context.run_migrations()


if __name__ == "env_py":  # the name under which alembic runs this file; a tool that only reads it has no connection
    run()
