"""The command palette (Ctrl+K): one line that finds pages, commands, settings, players, help, and scores a hand."""
