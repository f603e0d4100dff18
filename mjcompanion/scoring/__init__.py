"""Scoring Chinese hands: `score` gives a hand its `sheet`.

A hand is checked (`check`), split into sets (`decompose`), read in every way (`reading`) and counted with what the
rules give (`rule_table`). `draft` is a hand that is being entered; `suggestions` and `shanten` say what it lacks.
"""
