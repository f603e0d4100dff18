"""Builds the handbook: fills in its examples by the engine, and writes it for the window and for docs.

The texts are `resources/handbook/<language>/*.md`. `./run handbook` writes an HTML file beside each of them, which the
window shows, and docs/handbook.md. `fields` lists what a text may contain in double braces.
"""
