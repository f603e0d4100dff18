"""The chart: lines that are told apart without colour, named at their ends, and read by mouse and keyboard."""

from itertools import pairwise

import pytest
from hypothesis import given
from hypothesis import strategies as st
from mjcompanion.ui.theme import look
from mjcompanion.ui.widgets.chart import LineChart
from PySide6.QtCore import QEvent, QPoint, QPointF, Qt
from PySide6.QtGui import QAccessible, QColor, QMouseEvent
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from mjcompanion.printing.chart_scale import Series, ticks
from mjcompanion.table.words import figure, signed

LEFT = Qt.MouseButton.LeftButton
NAMES = ("Ann", "Bob", "Chuck", "Dora")
VALUES = ((1000, 1128, 1100), (1000, 992, 980), (1000, 920, 1020), (1000, 960, 900))
POINTS = ("Start", "Hand 1: Ann won", "Hand 2: Chuck won")


class Held:
    """A chart beside nothing else, with what it said."""

    def __init__(self, qtbot, width=720, height=280):
        self.qtbot = qtbot
        self.holder = QWidget()
        qtbot.addWidget(self.holder)
        layout = QVBoxLayout(self.holder)
        layout.setContentsMargins(0, 0, 0, 0)
        self.before = QPushButton("before")
        self.chart = LineChart("Balances")
        layout.addWidget(self.before)
        layout.addWidget(self.chart, 1)
        self.pointed, self.activated = [], []
        self.chart.pointed.connect(self.pointed.append)
        self.chart.activated.connect(self.activated.append)
        self.holder.resize(width, height)
        with qtbot.waitActive(self.holder):
            self.holder.show()
            self.holder.activateWindow()

    def fill(self, values=VALUES, names=NAMES, points=POINTS):
        series = [Series(name, tuple(one)) for name, one in zip(names, values, strict=True)]
        self.chart.show_lines(series, points, [str(at) for at in range(len(points))])
        return self

    def picture(self):
        return self.chart.grab().toImage()

    def key(self, key):
        self.qtbot.keyClick(self.chart, key)

    def move(self, x):
        place = QPointF(x, self.chart.height() / 2)
        no = Qt.MouseButton.NoButton
        self.chart.mouseMoveEvent(
            QMouseEvent(QEvent.Type.MouseMove, place, place, no, no, Qt.KeyboardModifier.NoModifier)
        )


@pytest.fixture
def held(qtbot, themed):
    themed.apply("light", 100)
    return Held(qtbot).fill()


class TestFigures:
    def test_minus_is_a_minus(self):
        assert figure(-1128) == "−1,128"
        assert signed(64) == "+64"
        assert signed(0) == "0"
        assert signed(-7) == "−7"

    @given(st.integers(-(10**13), 10**13), st.integers(0, 10**13))
    def test_ticks_span_what_they_should(self, low, more):
        found = ticks(low, low + more)
        assert found[0] <= low
        assert found[-1] >= low + more
        assert 2 <= len(found) <= 8
        steps = {two - one for one, two in pairwise(found)}
        assert len(steps) == 1
        assert str(steps.pop())[0] in "125"


class TestReading:
    def test_says_all_values(self, held):
        assert held.chart.reading(1) == "Hand 1: Ann won: Ann 1,128, Bob 992, Chuck 920, Dora 960"
        assert held.chart.accessibleName() == "Balances"
        assert held.chart.accessibleDescription() == held.chart.reading(2)

    def test_keys_walk_from_point_to_point(self, held):
        held.chart.setFocus(Qt.FocusReason.TabFocusReason)
        assert held.chart.current == 2
        for key, place in ((Qt.Key.Key_Left, 1), (Qt.Key.Key_Home, 0), (Qt.Key.Key_Left, 0), (Qt.Key.Key_End, 2)):
            held.key(key)
            assert held.chart.current == place
            assert held.chart.accessibleDescription() == held.chart.reading(place)
        held.key(Qt.Key.Key_PageUp)
        assert held.chart.current == 0
        held.key(Qt.Key.Key_Right)
        held.key(Qt.Key.Key_Return)
        assert held.activated == [1]
        assert held.pointed == [2, 1, 0, 2, 0, 1]

    def test_what_is_read_is_announced(self, held, monkeypatch):
        said = []
        monkeypatch.setattr(QAccessible, "isActive", lambda: True)
        monkeypatch.setattr(QAccessible, "updateAccessibility", lambda event: said.append(event))
        held.chart.setFocus(Qt.FocusReason.TabFocusReason)
        held.key(Qt.Key.Key_Left)
        assert [event.message() for event in said if hasattr(event, "message")][-1] == held.chart.reading(1)

    def test_mouse_reads_the_nearest_point_and_leaves(self, held):
        chart = held.chart
        for place in (0, 1, 2, 1):
            held.move(chart.position(place) + 20)
            assert chart.current == place
        held.move(-500)
        assert chart.current == 0
        chart.leaveEvent(QEvent(QEvent.Type.Leave))
        assert chart.current is None
        assert held.pointed[-1] == -1

    def test_click_opens_the_point(self, held):
        at = QPoint(round(held.chart.position(1)) - 10, 60)
        held.qtbot.mouseClick(held.chart, LEFT, pos=at)
        assert held.activated == [1]

    def test_reading_shows(self, held):
        before = held.picture()
        held.chart.read(1)
        assert held.picture() != before
        held.chart.read(None)
        assert held.picture() == before
        held.chart.read(99)
        assert held.chart.current is None

    def test_new_lines_while_the_keyboard_is_here(self, held):
        held.chart.setFocus(Qt.FocusReason.TabFocusReason)
        held.key(Qt.Key.Key_Home)
        held.fill([one[:2] for one in VALUES], points=POINTS[:2])
        assert held.chart.current == 1
        assert held.chart.accessibleDescription() == held.chart.reading(1)

    def test_nothing_to_show(self, held):
        held.chart.show_lines([], [], [])
        assert held.chart.accessibleDescription() == "Nothing to show yet."
        held.chart.setFocus(Qt.FocusReason.TabFocusReason)
        for key in (Qt.Key.Key_Left, Qt.Key.Key_End, Qt.Key.Key_Return):
            held.key(key)
        held.move(100)
        assert held.chart.current is None
        assert held.activated == []
        assert not held.picture().isNull()

    def test_lines_and_points_go_together(self, held):
        with pytest.raises(ValueError, match="each line has a value for each point"):
            held.chart.show_lines([Series("Ann", (1, 2))], ["Start"], ["0"])


class TestLabels:
    def test_names_and_last_values_stand_at_the_ends(self, held):
        assert [(label.text, label.value) for label in held.chart.labels] == [
            ("Ann", "1,100"),
            ("Bob", "980"),
            ("Chuck", "1,020"),
            ("Dora", "900"),
        ]
        ends = [label.end.y() for label in held.chart.labels]
        assert sorted(range(4), key=lambda at: ends[at]) == [0, 2, 1, 3]

    @pytest.mark.parametrize("percent", [100, 200])
    @pytest.mark.parametrize("count", [4, 7])
    def test_labels_never_lie_on_each_other_and_never_outside(self, qtbot, themed, percent, count):
        themed.apply("light", percent)
        held = Held(qtbot, 800, 420).fill([(1000, 1001)] * count, [f"Player {at}" for at in range(count)], POINTS[:2])
        boxes = sorted((label.box for label in held.chart.labels), key=lambda box: box.top())
        for upper, lower in pairwise(boxes):
            assert upper.bottom() <= lower.top() + 0.5
        for box in boxes:
            assert held.chart.rect().toRectF().adjusted(-1, -1, 1, 1).contains(box)

    def test_who_comes_later_begins_later(self, held):
        held.fill([(1000, 990, 980), (None, None, 1020)], ("Ann", "Betty"))
        assert held.chart.reading(0) == "Start: Ann 1,000"
        assert held.chart.reading(2) == "Hand 2: Chuck won: Ann 980, Betty 1,020"
        held.chart.read(2)
        held.chart.read(0)
        assert not held.picture().isNull()

    def test_odd_names_are_elided_and_no_markup(self, held):
        held.fill(names=("x" * 10_000, "<b>Bob</b>", "Chuck\nLee", "🀄" * 300))
        texts = [label.text for label in held.chart.labels]
        assert len(texts[0]) < 100
        assert texts[0].endswith("…")
        assert texts[1] == "<b>Bob</b>"
        assert texts[2] == "Chuck Lee"
        assert held.chart.position(2) - held.chart.position(0) > 150
        held.chart.read(1)
        assert not held.picture().isNull()


class TestLooks:
    @pytest.mark.exhaustive(keep=1)
    @pytest.mark.parametrize("name", ["light", "dark", "high-contrast"])
    def test_lines_differ_without_colour(self, qtbot, themed, name):
        """Each line drawn alone: no two pictures are the same once all ink is black."""
        themed.apply(name)
        held = Held(qtbot)
        shapes = []
        for place in range(4):
            values = [(None,) * 3] * 4
            values[place] = (1000, 1010, 1030)
            held.chart.show_lines([Series("A", one) for one in values], POINTS, ["", "", ""])
            image = held.picture()
            ground = QColor(look().colours.page)
            right = round(held.chart.position(2))
            shapes.append(
                frozenset(
                    (x, y)
                    for x in range(round(held.chart.position(0)), right)
                    for y in range(image.height())
                    if _far(image.pixelColor(x, y), ground)
                )
            )
        for one in range(4):
            for other in range(one):
                assert len(shapes[one] ^ shapes[other]) > 40


def _far(one, other):
    return max(abs(one.red() - other.red()), abs(one.green() - other.green()), abs(one.blue() - other.blue())) > 60
