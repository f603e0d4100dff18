"""Entering a hand, tile by tile, and the score sheet that explains it: the Score page, and the tiles of a table."""
