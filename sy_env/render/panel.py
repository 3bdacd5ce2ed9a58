"""The side panel: round, whose turn, tickets of every piece, Mister X's travel log, notes."""

from collections.abc import Sequence
from dataclasses import replace
from textwrap import wrap

from sy_env.render import style
from sy_env.render.geometry import BOARD, HEIGHT, WIDTH
from sy_env.render.scene import TICKETS, LogField, Pawn, Scene
from sy_env.render.style import rect, shape, text

LEFT, RIGHT = BOARD[2] + 16, WIDTH - 16
PIECES_TOP, PIECE_HEIGHT = 120.0, 34.0
COLUMNS, GAP = 4, 6  # of the travel log
NOTE_HEIGHT, NOTE_LETTERS, NOTE_LINES = 13.0, 50, 2  # of a line, in a line, of a note at most


def pawn_mark(seat: int, pawn: Pawn, x: float, y: float, radius: float) -> str:
    """A pawn in its seat's colour and shape, its station's number inside; a Bobby's edge is gold."""
    colour = style.seat_colour(seat)
    edge = style.GLOW if pawn.kind == "bobby" else style.INK
    rim = shape(seat, x, y, radius, colour, stroke="#ffffff", stroke_width=0.36 * radius)
    body = shape(seat, x, y, radius, colour, stroke=edge, stroke_width=0.1 * radius)
    number = "?" if pawn.station is None else pawn.station
    return rim + body + text(x, y, number, style.number_size(seat) * radius, "#ffffff", bold=True)


def panel_layer(scene: Scene) -> str:
    """What stays the same for a whole game: background, headings, the empty travel log."""
    parts = [
        rect(BOARD[2], 0, WIDTH - BOARD[2], HEIGHT, style.PANEL),
        text(LEFT, 26, scene.edition, 21, style.PANEL_TEXT, "start", bold=True),
        rect(LEFT, 44, RIGHT - LEFT, 4, style.PANEL_RAISED, 2),
        rect(LEFT, 60, RIGHT - LEFT, 46, style.PANEL_RAISED, 6),
        text(LEFT, PIECES_TOP + 10, f"view: {scene.viewpoint}", 10.5, style.PANEL_DIM, "start"),
    ]
    for i, name in enumerate(("taxi", "bus", "und.", "black", "2x")):
        parts.append(text(_column(i), PIECES_TOP + 10, name, 10.5, style.PANEL_DIM))
    top = _log_top(scene)
    parts.append(text(LEFT, top - 14, "travel log", 13, style.PANEL_TEXT, "start", bold=True))
    parts.append(rect(RIGHT - 92, top - 19, 12, 10, "none", 3, stroke=style.GLOW, stroke_width=1.6))
    parts.append(text(RIGHT, top - 14, "shows himself", 10.5, style.PANEL_DIM, "end"))
    return "".join(parts) + _fields(scene, [replace(field, ticket="", station=None) for field in scene.log])


def panel(scene: Scene) -> str:
    """What a move changes, to be drawn over :func:`panel_layer`."""
    pieces = "".join(_piece(seat, pawn) for seat, pawn in enumerate(scene.pawns))
    return _head(scene) + pieces + _fields(scene, [field for field in scene.log if field.ticket]) + _notes(scene)


def _head(scene: Scene) -> str:
    done = min(1.0, scene.round / max(scene.rounds, 1))
    parts = [
        text(RIGHT, 26, f"round {scene.round} / {scene.rounds}", 15, style.PANEL_TEXT, "end"),
        rect(LEFT, 44, done * (RIGHT - LEFT), 4, style.GLOW, 2),
    ]
    lines = wrap(scene.message, 34, max_lines=2) or [""]
    for i, words in enumerate(lines):
        parts.append(text(LEFT + 12, 83 + (i - (len(lines) - 1) / 2) * 18, words, 14, style.GLOW, "start"))
    return "".join(parts)


def _column(i: int) -> float:
    """Middle of the column of the i-th ticket."""
    return RIGHT - 13 - 30 * (len(TICKETS) - 1 - i)


def _piece(seat: int, pawn: Pawn) -> str:
    """A row of the table: the pawn as it stands on the board, its name, its tickets."""
    top = PIECES_TOP + 22 + PIECE_HEIGHT * seat
    y, parts = top + PIECE_HEIGHT / 2, []
    if pawn.to_move:
        parts.append(rect(LEFT - 6, top + 1, RIGHT - LEFT + 12, PIECE_HEIGHT - 2, style.PANEL_RAISED, 6))
        parts.append(rect(LEFT - 10, top + 5, 4, PIECE_HEIGHT - 10, style.GLOW, 2))
    parts.append(pawn_mark(seat, pawn, LEFT + 11, y, 11.5))
    ink = style.PANEL_DIM if pawn.moved else style.PANEL_TEXT
    return "".join(parts) + text(LEFT + 32, y, pawn.name, 12.5, ink, "start") + _tickets(pawn, y)


def _tickets(pawn: Pawn, y: float) -> str:
    if pawn.kind == "bobby":
        return text(_column(0) - 13, y, "needs no tickets", 10.5, style.PANEL_DIM, "start")
    parts = []
    for i, kind in enumerate(TICKETS if pawn.kind == "mrx" else TICKETS[:3]):
        count = "?" if pawn.tickets is None else pawn.tickets[i]
        faded = 0.3 if count == 0 else None
        ink = style.PANEL_DIM if faded else style.TICKET_INK.get(kind, "#ffffff")
        parts.append(rect(_column(i) - 13, y - 10, 26, 20, style.TICKETS[kind], 4, fill_opacity=faded))
        parts.append(text(_column(i), y, count, 12.5, ink, bold=True))
    return "".join(parts)


def _log_top(scene: Scene) -> float:
    return PIECES_TOP + PIECE_HEIGHT * len(scene.pawns) + 66


def _fields(scene: Scene, fields: Sequence[LogField]) -> str:
    """Fields of the travel log in their places, row by row."""
    top = _log_top(scene)
    rows = -(-len(scene.log) // COLUMNS)
    width = (RIGHT - LEFT + GAP) / COLUMNS
    height = min(50.0, (_notes_top(scene) - top) / max(rows, 1))
    parts = []
    for field in fields:
        row, column = divmod(field.number - 1, COLUMNS)
        parts.append(_field(field, LEFT + width * column, top + height * row, width - GAP, height - GAP))
    return "".join(parts)


def _field(field: LogField, x: float, y: float, width: float, height: float) -> str:
    """Ticket as colour and word, station where it is known; where he shows himself the field has an edge."""
    fill = style.TICKETS.get(field.ticket, style.PANEL_RAISED)
    ink = style.TICKET_INK.get(field.ticket, "#ffffff") if field.ticket else style.PANEL_DIM
    edge = style.GLOW if field.reveal else None
    parts = [
        rect(x, y, width, height, fill, 5, stroke=edge, stroke_width=2.2),
        text(x + 5, y + 9, field.number, 9.5, ink, "start"),
    ]
    if field.station is not None:
        parts.append(text(x + width - 6, y + 0.38 * height, field.station, min(17, 0.45 * height), ink, "end", bold=True))
    if field.ticket:
        size = min(9.5, (width - 9) / (0.53 * len(field.ticket)))  # "underground" has to fit
        parts.append(text(x + width - 5, y + height - 9, field.ticket, size, ink, "end"))
    return "".join(parts)


def _notes_top(scene: Scene) -> float:
    """Where the travel log ends at the latest: the room for notes is the same in the whole game."""
    return HEIGHT - 12 - NOTE_HEIGHT * scene.note_lines


def _notes(scene: Scene) -> str:
    """The first note, then the latest that there is room for."""
    blocks = [wrap(note, NOTE_LETTERS, max_lines=NOTE_LINES, placeholder=" ...") for note in scene.notes]
    lines = blocks[0] if blocks else []
    later: list[str] = []
    for block in reversed(blocks[1:]):
        if len(lines) + len(block) + len(later) > scene.note_lines:
            break
        later = block + later
    top = _notes_top(scene) + NOTE_HEIGHT / 2
    return "".join(
        text(LEFT, top + NOTE_HEIGHT * i, words, 10.5, style.PANEL_TEXT, "start") for i, words in enumerate([*lines, *later])
    )
