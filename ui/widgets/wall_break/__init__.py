"""The break helper: dice, the walls from above, and what there is to know about them."""
