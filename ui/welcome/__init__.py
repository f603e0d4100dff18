"""What a newcomer sees first: three questions on one page."""
