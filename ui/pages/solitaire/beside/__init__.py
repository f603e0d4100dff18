"""Solitaire with real tiles: where the wall is broken, what happens there tap by tap, and the hand at the end."""
