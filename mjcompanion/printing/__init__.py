"""PDF pages with tiles and text.

Only this package imports reportlab. Lengths are points, 72 to an inch. `catalogue` lists the forms.
"""
