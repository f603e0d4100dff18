"""Reads what people write: hands in words, and days."""
