"""The break helper: dice, the walls from above, and what there is to know about them.

`panel` decides how large the walls are and what stands beside them, `walls` paints them, `model` knows the dice.
"""
