"""The command palette (Ctrl+K): one line that finds pages, commands, settings, rules, forms, players and help.

It scores a hand, too.
"""
