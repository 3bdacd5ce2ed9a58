"""A position as text for a terminal, less than 100 columns wide."""

import re
from textwrap import wrap

from sy_env.boards.board import Board
from sy_env.boards.tile_board import TileBoard
from sy_env.render.scene import TICKETS, LogField, Pawn, Scene

HEADS = ("taxi", "bus", "und.", "black", "2x")
FIELD_WIDTH, FIELDS_A_ROW = 24, 4

# Numbers in the 256-colour palette: (ink, ground) of tickets, ink of pieces by seat.
TICKET_COLOURS = {
    "taxi": (16, 178),
    "bus": (16, 37),
    "underground": (231, 161),
    "black": (231, 16),
    "pass": (231, 241),
    "helicopter": (231, 97),
    "start": (231, 241),
}
SEAT_COLOURS = (231, 75, 208, 141, 43, 212)
DIM, GLOW = 245, 221


def ansi(scene: Scene, colour: bool = True) -> str:
    """The scene as lines of text; ``colour=False`` leaves out every escape sequence."""
    lines = [
        f"{_paint(scene.edition, GLOW)}   round {scene.round} / {scene.rounds}   view: {scene.viewpoint}",
        _paint(scene.message, GLOW),
        "",
        _paint("  piece         station" + "".join(f"{name:>7}" for name in HEADS) + "   moved", DIM),
        *(_piece(seat, pawn) for seat, pawn in enumerate(scene.pawns)),
        "",
        *_facts(scene),
        "",
        f"travel log   {_paint('* = shows himself', DIM)}",
        *_log(scene.log),
    ]
    text = "".join(line.rstrip() + "\n" for line in lines)
    return text if colour else re.sub(r"\x1b\[[0-9;]*m", "", text)


def _paint(words: str, ink: int, ground: int | None = None) -> str:
    back = "" if ground is None else f";48;5;{ground}"
    return f"\x1b[38;5;{ink}{back}m{words}\x1b[0m"


def _piece(seat: int, pawn: Pawn) -> str:
    """A row of the table: who, where, tickets."""
    name = _paint(f"{pawn.name:<14}", SEAT_COLOURS[seat % len(SEAT_COLOURS)])
    station = "?" if pawn.station is None else str(pawn.station)
    row = f"{'>' if pawn.to_move else ' '} {name}{station:>7}{_tickets(pawn)}"
    return f"{row}{'yes':>8}" if pawn.moved else row


def _tickets(pawn: Pawn) -> str:
    if pawn.kind == "bobby":
        return f"   {'needs no tickets':<{7 * len(TICKETS) - 3}}"
    counts = ["?"] * len(TICKETS) if pawn.tickets is None else list(map(str, pawn.tickets))
    if pawn.kind == "detective":
        counts[3:] = "", ""  # only Mister X has these
    return "".join(f"{count:>7}" for count in counts)


def _facts(scene: Scene) -> list[str]:
    """What the board shows besides: ways out for the mover, possible stations, last move, route."""
    facts = [_ways(scene.board, pawn.station) for pawn in scene.pawns if pawn.to_move and pawn.station is not None]
    if scene.possible is not None:
        stations = " ".join(map(str, sorted(scene.possible)))
        n = scene.board.num_stations
        facts.append(f"Mister X may be at {len(scene.possible)} of {n} stations: {stations}")
    if scene.points or scene.reached:
        waiting, done = (" ".join(map(str, sorted(points))) or "none" for points in (scene.points, scene.reached))
        facts.append(f"meeting points: {waiting}; reached: {done}")
    facts += scene.notes
    if scene.last_move is not None:
        facts.append("last move: {} -> {}".format(*scene.last_move))
    if scene.route:
        facts.append("his whole way: " + " ".join(map(str, scene.route)))
    return [line for fact in facts for line in wrap(fact, 96, subsequent_indent="  ")]


def _ways(board: Board | TileBoard, station: int) -> str:
    """All lines that leave a station, whether or not the piece there may take them now."""
    ways = []
    for transport in board.modes[station]:
        ways.append(" ".join([transport, *map(str, board.neighbours[transport][station])]))
    return f"lines from {station}: " + ", ".join(ways)


def _log(log: tuple[LogField, ...]) -> list[str]:
    cells = [_field(field) for field in log]
    return ["".join(cells[i : i + FIELDS_A_ROW]) for i in range(0, len(cells), FIELDS_A_ROW)]


def _field(field: LogField) -> str:
    """Number, reveal mark, ticket and, where known, station of one field, in FIELD_WIDTH columns."""
    ticket = field.ticket or "."
    station = "" if field.station is None else str(field.station)
    painted = _paint(ticket, *TICKET_COLOURS[ticket]) if field.ticket else _paint(ticket, DIM)
    used = f"  {field.number:>2}{'*' if field.reveal else ' '} {ticket} {station}"
    return used.replace(ticket, painted, 1) + " " * (FIELD_WIDTH - len(used))
