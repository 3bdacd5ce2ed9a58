"""Which random games the engine and the referee play side by side: editions, beginnings and habits.

`scripts/compare_oracle.py` plays millions of moves this way.
"""

import random
from contextlib import suppress
from functools import cache
from itertools import product
from typing import Any

from sy_env import BatchedGame, Edition, LogEntry, Position, make_batch, make_edition
from tests.comparison import LOG_KINDS, Habit, Played, compare, engine_edition, oracle_edition
from tests.oracle import OracleEdition, Referee
from tests.oracle.editions import CHOICES, TICKETS
from tests.oracle.playing import draw_starts, random_edition

BY_PLAYERS = {"classic": (3, 4, 5, 6), "master": (2, 3, 4, 5, 6)}


# --- editions


@cache
def named_editions(name: str) -> tuple[Edition, ...]:
    """A box for every number of players."""
    if name == "glasses":
        return make_edition(name), make_edition(name, reveal_set=())
    if name in BY_PLAYERS:
        return tuple(make_edition(name, players=players) for players in BY_PLAYERS[name])
    return (make_edition(name),)


def random_london(rng: random.Random) -> Edition:
    """A game in London with a random value of every option that is chosen from a list, and some random numbers."""
    options: dict[str, Any] = {name: rng.choice(values) for name, values in CHOICES.items() if name != "control"}
    options["reveal_set"] = rng.sample(range(1, 23), rng.randint(0, 6))
    options["fields"] = rng.randint(3, 24)
    options["mrx_tickets"] = [rng.randint(0, 4) for _ in range(3)]
    return rng.choice(named_editions(rng.choice(list(BY_PLAYERS)))).replace(**options)


# --- how the random games go


def uniform(referee: Referee, rng: random.Random) -> str:
    """Any legal action."""
    return rng.choice(sorted(referee.legal()))


def lavish(referee: Referee, rng: random.Random) -> str:
    """Double moves and black tickets more often than not."""
    legal = sorted(referee.legal())
    special = [action for action in legal if action.startswith(("double", "black"))]
    return rng.choice(special if special and rng.random() < 0.6 else legal)


def patient(referee: Referee, rng: random.Random) -> str:
    """Nobody steps onto Mister X, nor he onto them: games last until something else ends them."""
    legal = sorted(referee.legal())
    deadly = referee.stations[1:] if referee.mover == 0 else referee.stations[:1]
    moves = [f"{kind} {station}" for kind, station in product(LOG_KINDS[1:5], deadly)]
    return rng.choice([action for action in legal if action not in moves] or legal)


HABITS: tuple[Habit, ...] = (uniform, lavish, patient)


# --- how games begin


def play_from_deal(batch: BatchedGame, habit: Habit, rng: random.Random) -> Played:
    """A game from the start cards that the engine deals."""
    batch.reset(rng.getrandbits(63))
    starts = batch.games["station"][0].tolist()[: len(batch.game.seats)]
    oracle = oracle_edition(batch.game.edition, batch.game.control)
    return compare(batch, Referee(oracle, starts), habit, rng)


def play_from_cards(batch: BatchedGame, habit: Habit, rng: random.Random) -> Played:
    """A game from start cards that the referee draws; it may be over before anybody acts."""
    oracle = oracle_edition(batch.game.edition, batch.game.control)
    starts = draw_starts(oracle, rng)
    batch.place(0, Position(starts, possible=oracle.mrx_starts(starts[1:])))
    return compare(batch, Referee(oracle, starts), habit, rng)


def play_from_middle(batch: BatchedGame, habit: Habit, rng: random.Random) -> Played:
    """A game from pieces, tickets and a log thrown together, between two rounds or in the pursuers' phase."""
    position = middle(batch.game.edition, rng)
    batch.place(0, position)
    return compare(batch, referee_at(position, batch.game.edition, batch.game.control), habit, rng)


def middle(edition: Edition, rng: random.Random) -> Position:
    """A position that play need not lead to; nothing but its parts is drawn at random."""
    mrx = rng.random() < 0.5
    last = edition.rounds if edition.game_length == "rounds" else edition.fields
    number = rng.randint(1, last)
    extra = rng.randint(0, min(edition.mrx_double, last - number if edition.game_length == "fields" else 2))
    stations = rng.sample(range(1, edition.board.num_stations + 1), edition.num_pieces)
    pursuers = edition.seat_names[1:]
    done = 0 if mrx else rng.randrange(len(pursuers))
    return Position(
        stations=stations,
        tickets=_few_tickets(edition, extra, rng),
        round=number,
        to_move="mrx" if mrx else "pursuers",
        moved=pursuers[:done] if edition.order == "fixed" else rng.sample(pursuers, done),
        log=_log(number - mrx, extra, stations[0], rng),
    )


def _few_tickets(edition: Edition, doubles_used: int, rng: random.Random) -> dict[str, list[int]]:
    names = [edition.seat_names[seat] for seat in sorted(set(edition.accounts) - {-1, 0})]
    tickets = {name: [rng.randint(0, 2) for _ in range(3)] for name in names}
    if edition.mrx_supply == "finite":
        hand = [rng.randint(0, 3) for _ in range(4)]
        tickets["mrx_0"] = [*hand, edition.mrx_double - doubles_used]
    return tickets


def _log(rounds: int, extra: int, station: int, rng: random.Random) -> list[LogEntry]:
    """A field a round, two in `extra` rounds; only the last one tells a station."""
    numbers = sorted([*range(1, rounds + 1), *rng.sample(range(1, rounds + 1), min(extra, rounds))])
    log = [LogEntry(rng.choice(TICKETS), round=number) for number in numbers]
    return [*log[:-1], *(LogEntry(each.ticket, station, rng.random() < 0.3, each.round) for each in log[-1:])]


def referee_at(position: Position, edition: Edition, control: str) -> Referee:
    """The referee in the same position; who is asked next follows from it."""
    seats = {name: seat for seat, name in enumerate(edition.seat_names)}
    moved = {seats[name] for name in position.moved}
    waiting = [0] if position.to_move == "mrx" else [seat for seat in range(1, len(seats)) if seat not in moved]
    rows = {seats[name]: [*row, 0, 0][:5] for name, row in position.tickets.items()}
    log = [(entry.ticket, entry.station, entry.shown, entry.round) for entry in position.log or ()]
    for mover in waiting:
        with suppress(ValueError):  # another is next
            oracle = oracle_edition(edition, control)
            return Referee.at(oracle, position.stations, rows, position.round, log, mover, moved)
    raise AssertionError(f"the referee finds nobody to ask in {position}")


# --- the line-up


LINEUP = ("classic", "master", "nijssen2011", "glasses", "options", "boards")
"""The London games: editions by name, London with random options, small random boards with random options."""


def draw(name: str, rng: random.Random) -> tuple[Edition, str]:
    """An edition of a row of LINEUP, and how its pursuers are controlled."""
    if name == "options":
        edition = random_london(rng)
    elif name == "boards":
        edition = engine_edition(random_edition(rng))
    else:
        edition = rng.choice(named_editions(name))
    return edition, rng.choice(CHOICES["control"])


def play_number(name: str, number: int) -> Played:
    """Game `number` of a row of LINEUP: always the same one."""
    rng = random.Random(f"{name} {number}")
    edition, control = draw(name, rng)
    try:
        batch = make_batch(edition, 1, control=control, autoreset=False)
    except ValueError:  # on a small board every deal may be over before anybody can act
        return _never_begins(oracle_edition(edition, control), rng)
    return rng.choice([play_from_deal, play_from_cards, play_from_middle])(batch, rng.choice(HABITS), rng)


def _never_begins(oracle: OracleEdition, rng: random.Random) -> Played:
    starts = [draw_starts(oracle, rng) for _ in range(50)]
    begun = [each for each in starts if Referee(oracle, each).phase != "over"]
    return Played([], None, f"{oracle}\nthe engine finds no deal that begins, the referee {begun}" if begun else "")
