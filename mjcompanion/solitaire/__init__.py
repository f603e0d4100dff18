"""Virtual games on a virtual wall: the deal, the moves, what each player can know, and who advises.

A game is a value: `begin(deal)` makes it, `game.apply(move)` gives the next one, and the moves alone give it back.
Source: RULES 4, 6, 7 and 8 in docs/rules.md.
"""
