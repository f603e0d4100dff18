"""Virtual games on a virtual wall with their coaches, and games with real tiles that are only counted.

A game is a value: `begin(deal)` makes it, `game.apply(move)` returns the next moment, and its moves alone replay it.
Source: RULES 4, 6, 7 and 8 in docs/rules.md.
"""
