"""Texts in the reader's language, and the width of Chinese letters."""
