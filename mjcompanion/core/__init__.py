"""Tiles, hands, house options and errors: what the rest of the engine builds on.

Every value is frozen. `errors` has each thing that can be wrong as a code with one sentence.
"""
