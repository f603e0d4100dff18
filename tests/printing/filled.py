"""What forms are filled in from, and what is read from their pages."""

from fractions import Fraction
from io import BytesIO
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import pypdf

from mjcompanion.american.card import read_card
from mjcompanion.american.card_library import BUILT_IN, built_in
from mjcompanion.american.request import Cards
from mjcompanion.american.request import score_request as score_american
from mjcompanion.core.chips import ChipKind, ChipSet
from mjcompanion.core.options import Options
from mjcompanion.ledger.ledger import Ledger
from mjcompanion.ledger.values import HighHand, SeasonStandings, SeatFigures, TableFigures
from mjcompanion.printing.catalogue import SourceType, lay_out
from mjcompanion.printing.document import make
from mjcompanion.printing.page import Paper, PrintStyle
from mjcompanion.printing.values import FinishedGame, GameList, OneHand, SessionsSource
from mjcompanion.rulesets import RULESETS, Ruleset, options_for
from mjcompanion.scoring.request import score_request
from mjcompanion.table.club_rules import ClubRules
from mjcompanion.tournament.season import Season, SeasonSession, standings
from mjcompanion.tournament.tournament import TournamentPenalty
from tests.ledger.making import cup, sit
from tests.other_values import others
from tests.plain import NAMES
from tests.printing.evenings import a_full_evening, american_evening, begin, source_of

FOUR = NAMES[:4]
CARDS = Cards()
STYLES = [PrintStyle(paper, large) for paper in Paper for large in (False, True)]
KEMP_HAND = {"rules": "kemp-chinese", "hand": "123m 444p 99s (777z) [1111s] 1f", "discards": 40}
AMERICAN = {"card": "companion", "hand": "FFF 2m5z2m6m (222p) 66JJp", "win": {"tile": "6p", "by": "discard"}}
CLUB = {
    "limit": None, "basal": 20, "extras_as": "doubles", "own_wind_pair_adds": False, "only_tile_by_shape": False,
    "flower_doubles_add": False, "flowers": False, "losers_settle": False, "east_double": False,
    "east_stays_after_draw": False,
}  # fmt: skip


def club(rules):
    """A club that plays everything otherwise that these rules have an option for."""
    used = {spec.key for spec in rules.options_used()}
    changed = {key: value for key, value in CLUB.items() if key in used}
    preset = options_for(rules)
    changed |= {key: not getattr(preset, key) for key, value in changed.items() if isinstance(value, bool)}
    chips = ChipSet("our club", (ChipKind(100, 5), ChipKind(10, 10)))
    return ClubRules.of("Our rules", rules, changed, chips=chips, note="The wall fell over.")


def chinese(**more):
    return OneHand(score_request({**KEMP_HAND, **more}))


def american(**more):
    return OneHand(score_american({**AMERICAN, **more}, CARDS), card="Companion 2026")


def sources(form):
    """Things of each kind to fill a form in from."""
    found = [None] if form.blank else []
    if SourceType.HAND in form.kinds:
        for rules in form.rules:
            if rules in (Ruleset("nmjl"), Ruleset("american-club"), Ruleset("kemp-american")):
                found += [american(rules=rules), american(rules=rules, hand="FFF 2m5z2m6m 222p 6666p", discards=9)]
                continue
            found.append(chinese(rules=rules, win={"tile": "9s", "by": "draw"}))
            found.append(
                chinese(
                    rules=rules, hand="[1111z] (5555z) (6666z) (7777z) 22z 1f2f3f4f1y2y3y4y", options={"limit": 500}
                )
            )
    if SourceType.GAMES in form.kinds:
        one = FinishedGame(Ruleset("kemp-chinese"), "2026", True, 40, Fraction(1, 3), Fraction(40, 3), True)
        found.append(GameList((one, FinishedGame(Ruleset("kemp-american"), "2026")), "李", "王 " * 800))
    if SourceType.SESSION in form.kinds:
        ours = Options(limit=500, losers_settle=False)
        found += [a_full_evening(FOUR), american_evening(FOUR)]
        found.append(source_of([begin(names=FOUR, options=ours, name="Our rules")], FOUR))
    if SourceType.SESSIONS in form.kinds:
        seats = tuple(SeatFigures("", name, 2, (1, 1, 0, 0), 16, 3, 0, 0, 0, 100, -64) for name in FOUR)
        tables = (TableFigures("british", "王 " * 20, "5da8c187d736", seats),)
        two = (american_evening(FOUR), source_of([begin(names=FOUR)], FOUR))
        found.append(SessionsSource(two, tables, "2026-01-01", "2026-12-31"))
    if SourceType.CARD in form.kinds:
        found.append(read_card(ODD_CARD))
    if SourceType.RULES in form.kinds:
        found += RULESETS.values()
    if SourceType.CLUB in form.kinds:
        found += [
            club(Ruleset("traditional")),
            club(Ruleset("classical")),
            ClubRules.of("Our rules", Ruleset("simple")),
        ]
    if SourceType.TOURNAMENT in form.kinds:
        with TemporaryDirectory() as folder:
            found.append(contest(Path(folder), FOUR))
    if SourceType.SEASON in form.kinds:
        found += [season(FOUR, "table-points"), season(FOUR, "net")]
    return found


def contest(tmp_path, names, rounds=3):
    with Ledger.open(tmp_path / "ledger.db") as ledger:
        tournament = cup(ledger, names, rounds)
        for table in range(tournament.tables):
            sit(ledger, tournament, 0, table)
        ledger.tournaments.change("cup", lambda one: one.fined(TournamentPenalty(0, 0, 1, 20, "came late")))
        ledger.tournaments.change("cup", lambda one: one.fined(TournamentPenalty(1, 1, 1, 0, "too early")))
        return ledger.tournaments.contest("cup")


def season(names, system, title="春", hands=10):
    """The standings of a season of three evenings, one of them by other rules."""
    made = Season(
        uid="spring", title=title, at="", since="2026-03-01", until="2026-05-31", system=system, minimum=2, best=2
    )
    sessions = [
        SeasonSession(f"s{at}", f"2026-03-0{at + 1}", rules, "", "5da8c187d736", people, (300, -50, -50, -200))
        for at, (rules, people) in enumerate(
            (
                ("classical", ("p0", "p1", "p2", "p3")),
                ("classical", ("p1", "p0", "p3", "p4")),
                ("nmjl", ("p2", "p3", "p0", "p1")),
            )
        )
    ]
    called = {f"p{at}": name for at, name in enumerate((*names, NAMES[4]))}
    highest = tuple(
        HighHand(rules, "5da8c187d736", "p0", names[0], 500 - at, "2026-03-01T12:00:00Z", "s0", "1")
        for at in range(hands // 2)
        for rules in ("classical", "nmjl")
    )
    return SeasonStandings(made, standings(made, sessions), highest, called)


LONG = "王小明 <b>Featherstonehaugh</b> &amp; Ж♥שרה " + "Very " * 40 + "Long"
LONG_NAMES = (
    "Featherstonehaugh-Cholmondeley of Warwickshire " * 3,
    "王小明 <i>x</i>",
    "b" * 400,
    "Zoe\u0301\u202e\x00\ud800",
)
LONG_CARD = "".join(
    [
        f'name = "{"Featherstonehaugh " * 4}"\nyear = 2026\nnote = "{"n" * 290}"\n',
        *[
            f'[[line]]\nsection = "Section {number // 40} {"name " * 9}"\nvalue = {10**6 - number}\nshift = 3\n'
            'pattern = "FFFF 222a × 333b = 66c NN | FFFF 222a= × 444b! = 88c NN | FFFF 333a × 333b = 99c NN"\n'
            f'note = "{"many words and more " * 14}"\n'
            for number in range(300)
        ],
        '[[line]]\npattern = "FFFF"\nvalue = 1\n',
    ]
)
MANY_CHIPS = ChipSet(
    "M" * 40, tuple(ChipKind(1_000_000 - 7 * at, 200, "stick" if at % 2 else "chip") for at in range(8))
)
CROWDED = {"hand": "[1111z] [5555z] (6666z) (7777z) 22z 1f2f3f4f1y2y3y4y", "win": {"tile": "2z", "by": "draw"}}


def overfull(form):
    """Things to fill a form in from that have more than there is room for."""
    found = []
    if SourceType.HAND in form.kinds:
        for rules in form.rules:
            if rules.with_card:
                sheet = american(rules=rules, hand="FFF 2m5z2m6m 222p 6666p").sheet
            else:
                sheet = chinese(rules=rules, options={"limit": 10**9}, **CROWDED).sheet
            found.append(OneHand(sheet, LONG, LONG, LONG))
    if SourceType.GAMES in form.kinds:
        one = FinishedGame(Ruleset("kemp-chinese"), LONG, True, 10**15, Fraction(1), Fraction(10**15), True)
        other = FinishedGame(Ruleset("kemp-american"), "2026")
        found.append(GameList((one,) * 50 + (other,) * 75, LONG, LONG * 5))
    if SourceType.SESSION in form.kinds:
        found.append(a_full_evening(LONG_NAMES, LONG + " and so on" * 60, 10**11))
    if SourceType.CARD in form.kinds:
        found += [read_card(LONG_CARD), read_card('name = ""'), *(built_in(name).card for name in BUILT_IN)]
        found.append(read_card('name = "Ours"\n[[line]]\npattern = "11223344556677a"\nvalue = 1000000\nshift = 1\n'))
    if SourceType.TOURNAMENT in form.kinds:
        with TemporaryDirectory() as folder:
            found.append(msgspec.structs.replace(contest(Path(folder), FOUR), names=LONG_NAMES))
    if SourceType.SEASON in form.kinds:
        found.append(season(LONG_NAMES, "net", LONG))
    if SourceType.CLUB in form.kinds:
        much = others() | {"limit": 10**9}
        found.append(ClubRules.of("W" * 80, Ruleset("traditional"), much, chips=MANY_CHIPS, note="x\n" * 900))
    return found


ODD_CARD = """
title = "李"
jokers_anywhere = true

[[line]]
pattern = "FF 222a= 444b! 666c / 888c DDa 00"
value = 25
shift = 2

[[line]]
pattern = "this is none"
value = 25
"""


def printed(module, source, style=PrintStyle()):
    id_ = module.__name__.rpartition(".")[2].replace("_", "-")
    return make(lay_out(id_, source, style), style)


def texts(made):
    """The text of each page, with single spaces."""
    return [" ".join(page.extract_text().split()) for page in pypdf.PdfReader(BytesIO(made.pdf)).pages]


def flat(made):
    """All text, with single spaces."""
    return " ".join(texts(made))


def squeezed(words):
    """Words without the spaces between them, as a page has them in another order of lines."""
    return "".join(words.split())


def all_squeezed(made):
    return squeezed(flat(made))
