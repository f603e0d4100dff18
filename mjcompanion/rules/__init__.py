"""What a ruleset is made of: the record itself, its rows, its walls, its payments and its house options."""
