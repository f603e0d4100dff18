"""The chart: lines that are told apart without colour, named at their ends, and read by mouse and keyboard."""

from itertools import pairwise

import pytest
from mjcompanion.ui.theme import look
from mjcompanion.ui.widgets.chart import LineChart
from PySide6.QtCore import QEvent, QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtWidgets import QPushButton, QVBoxLayout, QWidget

from mjcompanion.printing.chart_scale import Series

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
        self.qtbot.mouseMove(self.chart, QPoint(round(x), self.chart.height() // 2))


@pytest.fixture
def held(qtbot, themed):
    themed.apply("light", 100)
    return Held(qtbot).fill()


class TestReading:
    def test_keys_walk_from_point_to_point_and_each_is_told(self, held, heard):
        chart = held.chart
        assert chart.reading(1) == "Hand 1: Ann won: Ann 1,128, Bob 992, Chuck 920, Dora 960"
        assert chart.accessibleName() == "Balances"
        assert chart.accessibleDescription() == chart.reading(2)
        chart.setFocus(Qt.FocusReason.TabFocusReason)
        assert chart.current == 2
        for key, place in ((Qt.Key.Key_Left, 1), (Qt.Key.Key_Home, 0), (Qt.Key.Key_Left, 0), (Qt.Key.Key_End, 2)):
            held.key(key)
            assert chart.current == place
            assert chart.accessibleDescription() == chart.reading(place) == heard[-1]
        held.key(Qt.Key.Key_PageUp)
        assert chart.current == 0
        held.key(Qt.Key.Key_Right)
        held.key(Qt.Key.Key_Return)
        assert held.activated == [1]
        assert held.pointed == [2, 1, 0, 2, 0, 1]

    def test_mouse_reads_and_opens_the_nearest_point_and_leaves(self, held):
        chart, before = held.chart, held.picture()
        for place in (0, 1, 2, 1):
            held.move(chart.position(place) + 20)
            assert chart.current == place
        assert held.picture() != before
        held.qtbot.mouseClick(chart, LEFT, pos=QPoint(round(chart.position(1)) - 10, 60))
        assert held.activated == [1]
        held.move(-500)
        assert chart.current == 0
        chart.leaveEvent(QEvent(QEvent.Type.Leave))
        assert chart.current is None
        assert held.pointed[-1] == -1
        assert held.picture() == before

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
