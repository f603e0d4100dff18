"""The handbook as it is read: its sections as HTML, and the search in them.

`./run handbook` makes the HTML from the texts in this folder, with examples that the engine works out.
"""
