"""Things that go wrong, done on purpose and by chance: each kind does one deed after the other and says what is wrong.

`tools/chaos.py` does as many as time allows (`./run chaos`), `test_chaos.py` a few of each in every run of the tests.
A kind is a class made with a folder of its own; its `deed` gets the deed's own dice, so that one can be done again, and
gives what was wrong, or an empty text; `close` clears up. `KINDS` in `tools/chaos.py` lists it by its `name`, which
belongs to the seed, and `test_chaos.py` has a test of it.
"""
