"""What is printed: tiles on a PDF page. Only this package knows reportlab; lengths are points, 72 to an inch."""
