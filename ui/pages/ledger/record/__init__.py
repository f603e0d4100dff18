"""The virtual games of the notebook: one of them, the running score card like Kemp's, and what became of all."""
