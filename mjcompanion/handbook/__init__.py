"""The handbook: its texts, and the examples in it, which the engine works out.

`texts` reads the sections, `blocks` is what they are made of, `filling` puts the examples in. The window shows the
blocks, and a tool writes docs/handbook.md from the same ones. Nothing here knows how a page looks.
"""
