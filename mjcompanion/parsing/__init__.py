"""Reads what people write: days and ranges of days."""
