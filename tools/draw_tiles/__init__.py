"""Draws the faces of all the tiles and writes them to ``resources/tiles``: ``python -m tools.draw_tiles``.

The faces are our own drawings: the characters are written stroke by stroke with a brush (:mod:`.brush`,
:mod:`.characters`), everything else is built from outlines (:mod:`.geometry`). One module per group of tiles:
:mod:`.suits`, :mod:`.bird`, :mod:`.honours`, :mod:`.plants`, :mod:`.jester`, :mod:`.back`.
"""
