"""Tiles, hands and options: the nouns of the game, on which everything else builds."""
