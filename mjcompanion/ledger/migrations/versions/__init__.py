"""One file a step. A step describes the past, so it imports nothing of the program."""
