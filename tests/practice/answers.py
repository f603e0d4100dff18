"""The right answers to an exercise."""

from mjcompanion.practice.compare import Answer, LineAnswer
from mjcompanion.practice.exercise import RowKind


def right_answer(made):
    """Return the answer in which everything is right."""
    rows = [row for row in made.rows if not made.trouble or not row.if_yes]
    return Answer(
        tuple(LineAnswer(row.key, row.points, row.doubles) for row in rows if row.kind is RowKind.LINE),
        {row.key: row.amount for row in rows if row.kind is RowKind.AMOUNT},
        {row.key: row.choice for row in rows if row.kind is RowKind.CHOICE},
    )
