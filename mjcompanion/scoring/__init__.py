"""Chinese hands: splitting tiles into sets, rules as rows of data, and score sheets that show their working."""
