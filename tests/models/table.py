"""The naive model of each game that is held to one by `dohyo.testing.lockstep`."""

from models.club_fight import ClubFight
from models.club_fight_coop import ClubFightCoop
from models.fifteen_rush import FifteenRush
from models.rush_cards import RushCards
from models.sumo import Sumo

from dohyo.testing.lockstep import Model

MODELS: dict[str, type[Model]] = {
    "rush-cards": RushCards,
    "fifteen-rush": FifteenRush,
    "club-fight": ClubFight,
    "club-fight-coop": ClubFightCoop,
    "sumo": Sumo,
}
