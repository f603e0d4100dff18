from mjcompanion.american.card import Card as Card
from mjcompanion.american.card_library import find_card as find_card
from mjcompanion.american.hand import AmericanHand as AmericanHand
from mjcompanion.american.match import Matcher as Matcher
from mjcompanion.american.match import Nearest as Nearest
from mjcompanion.american.score import AmericanSheet as AmericanSheet
from mjcompanion.american.score import score_american as score_american
from mjcompanion.core.errors import Problem as Problem
from mjcompanion.core.errors import RuleError as RuleError
from mjcompanion.core.hand import By as By
from mjcompanion.core.hand import Hand as Hand
from mjcompanion.core.hand import HowWon as HowWon
from mjcompanion.core.tiles import Tile as Tile
from mjcompanion.core.tiles import Wind as Wind
from mjcompanion.ledger.ledger import Ledger as Ledger
from mjcompanion.rulesets import RULESETS as RULESETS
from mjcompanion.rulesets import Ruleset as Ruleset
from mjcompanion.rulesets import options_for as options_for

from mjcompanion.scoring.context import ScoringContext as ScoringContext
from mjcompanion.scoring.request import score_request as score_request
from mjcompanion.scoring.score import readings as readings
from mjcompanion.scoring.score import score as score
from mjcompanion.scoring.sheet import ScoreSheet as ScoreSheet
from mjcompanion.solitaire.deal import Deal as Deal
from mjcompanion.solitaire.hand_advice import advise_request as advise_request
from mjcompanion.solitaire.players import RandomPlayer as RandomPlayer
from mjcompanion.solitaire.players import play_out as play_out
from mjcompanion.solitaire.record import begin as begin
from mjcompanion.table.request import settle_request as settle_request
from mjcompanion.table.settle import Ending as Ending
from mjcompanion.table.settle import Settlement as Settlement
from mjcompanion.table.settle import explain as explain
from mjcompanion.table.settle import settle as settle
from mjcompanion.wall.breaks import Break as Break
from mjcompanion.wall.breaks import break_wall as break_wall

__version__: str
