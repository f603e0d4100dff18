"""Tiles, hands, house options and errors: what the rest of the engine builds on."""
