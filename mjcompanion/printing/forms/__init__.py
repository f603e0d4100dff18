"""The forms: each module lays one out, blank or filled, as a document of pages."""
