"""All ways of Mister X that fit the public record, followed anew when witnesses are heard (RULES C-2).

What witnesses say ties his last three stations together, and a double move without the way back ties three as well: a set of
stations carried from move to move is not exact. Here pairs of stations, the last and the one before, are followed through fields
of the log; with the next station they make the triples in question. What remains is exact.

They begin at the last field but one, or as much earlier as triples overlap, with the set that was exact before it. What came
before a position that was set up by hand is known by tickets and shown stations alone.
"""

import numpy as np

from sy_env.bits import ONE, WORDS, ZERO, add, bit, following, has, only
from sy_env.jit import JIT_DISABLED, Array, Entries, Flag, Int, Record, Word, entries_of, kernel, lowest, readable
from sy_env.london.app_possible import keep_fitting, keep_where_appears, landings_of
from sy_env.london.app_state import APP_GAME, HELICOPTER_HELD, INTERROGATION
from sy_env.london.meeting_points import reached_by_field, unreached_word
from sy_env.london.moves import mrx_may_pass
from sy_env.london.state import HELICOPTER, MOVE_KINDS, PURSUERS, ROUNDS
from sy_env.london.tables import WIDTH

REACH = 2  # moves before the last that witnesses can remember

if JIT_DISABLED:

    def _room() -> Array:
        return readable(np.empty(1, APP_GAME))

else:

    @kernel
    def _room() -> Array:
        return np.empty(1, APP_GAME)


# -- the moment before a field was written; fields are counted from 0 here


@kernel
def _recall(game: Record, past: Record, field: Int) -> None:
    """Let `past` be the game as everybody knew it before log field `field` was written."""
    past.fields = field
    for kind in range(MOVE_KINDS):
        past.stock[0, kind] = (game.log_held[field] >> kind) & 1
    past.helicopters = 1 if game.log_held[field] & HELICOPTER_HELD else 0
    for w in range(WORDS):
        past.occupied[w] = ZERO
    for seat in range(PURSUERS):
        station = np.int64(game.path[np.int64(game.log_round[field]) - 1, seat])
        if station > 0:
            add(past.occupied, station)


@kernel
def _recall_points(game: Record, tables: Record, past: Record, last: Int) -> None:
    """Let `past` have the meeting points of the rounds up to `last`."""
    for number in range(1, ROUNDS + 1):
        slot = np.int64(tables.point_slot[number]) - 1
        if slot >= 0:
            past.point[slot] = game.point[slot] if number <= last else 0


@kernel
def _is_first(game: Record, field: Int) -> Flag:
    """Whether the field was the first of its round."""
    return field == 0 or game.log_round[field - 1] != game.log_round[field]


@kernel
def _is_interrogated(game: Record, field: Int) -> Flag:
    """Whether witnesses were asked after this field."""
    is_last = field + 1 == game.fields or game.log_round[field + 1] != game.log_round[field]
    return is_last and game.asked[game.log_round[field]] == INTERROGATION + 1


@kernel
def _is_barred(game: Record, tables: Record, field: Int) -> Flag:
    """Whether the field was the second half of a double that may not lead back."""
    return tables.forbid_return and field >= game.anchor_fields and not _is_first(game, field)


@kernel
def _is_tied(game: Record, tables: Record, field: Int) -> Flag:
    """Whether more than the two stations that the field joins is known of them: a third one counts too."""
    return _is_interrogated(game, field) or _is_barred(game, tables, field)


@kernel
def remembered(game: Record, tables: Record, field: Int, moves: Int) -> Flag:
    """Whether witnesses who are asked after log field `field` remember the field so many moves before it."""
    return moves <= tables.memory and field - moves >= game.forgotten


# -- where a field can have begun and ended


@kernel
def _starts(game: Record, tables: Record, past: Record, starts: Entries) -> None:
    """Between rounds: he was where no pursuer came to stand, and where a visible meeting point could appear as it did."""
    number = np.int64(game.log_round[past.fields])
    slot = np.int64(tables.point_slot[number]) - 1
    if tables.points_visible and slot >= 0 and number > game.anchor_round:
        keep_where_appears(past, tables, np.int64(game.point[slot]), starts)
    for w in range(WORDS):
        starts[w] &= ~past.occupied[w]
    if tables.points_visible:
        _recall_points(game, tables, past, number)


@kernel
def _ends(game: Record, tables: Record, past: Record, ends: Entries) -> None:
    """The stations on which the field can have ended, wherever it began."""
    field = np.int64(past.fields)
    number = game.log_round[field]
    known = np.int64(game.log_shown[field])
    if known == 0 and tables.points_visible and field >= game.anchor_fields:
        known = reached_by_field(game, field + 1)
    for w in range(WORDS):
        ends[w] = tables.everywhere[w]
        if field >= game.anchor_fields:
            ends[w] &= ~past.occupied[w]
            if tables.points_visible and known == 0:
                ends[w] &= ~unreached_word(past, w)
        elif field + 1 == game.anchor_fields:
            ends[w] = game.anchor[w]
    if known > 0:
        only(ends, known)
    if game.asked[number] > 0 and (field + 1 == game.fields or game.log_round[field + 1] != number):
        keep_fitting(ends, tables, np.int64(game.asked[number]) - 1, np.int64(game.answer[number]))


@kernel
def _known_ticket(game: Record, field: Int) -> Int:
    """The ticket on the field; 0: it is not known, or the station before it is not."""
    return 0 if 0 < game.forgotten >= field else np.int64(game.log_ticket[field])


@kernel
def _targets(game: Record, tables: Record, past: Record, code: Int, station: Int, w: Int) -> Word:
    """Word `w` of the stations to which what is written on the field, `code`, leads from `station`."""
    if code == 0:
        return tables.everywhere[w]
    if code <= MOVE_KINDS:
        return tables.adjacency[code - 1, station, w]
    strict = past.fields >= game.anchor_fields
    if code == HELICOPTER:
        return landings_of(past, tables, station, w) if strict else tables.landings[station, w]
    stays = station >> 6 == w and (not strict or mrx_may_pass(past, tables, station))
    return bit(station) if stays else ZERO


# -- from the pairs before a field to those after it


@kernel
def _remembering(game: Record, tables: Record, field: Int, moves: Int) -> Word:
    """All witnesses (all bits), if those who are asked after the field remember so many moves before it; else none."""
    return ~ZERO if remembered(game, tables, field, moves) else ZERO


@kernel
def _is_age(game: Record, number: Int, now: Word, then: Word) -> Flag:
    """Whether the witnesses who were heard in a round can have said what they said: of those `now` and `then` saw him."""
    if game.witness[number] == 0:
        return True
    heard = ONE << np.uint64(np.int64(game.witness[number]) - 1)
    age = 0 if now & heard != ZERO else 1 if then & heard != ZERO else 2
    return age == game.witness_age[number]


@kernel
def _goes_on(tables: Record, earlier: Entries, barred: Int, long_ago: Word, missing: Word, silent: Word) -> Flag:
    """Whether one of the stations `earlier` than two others goes with them, where a field ties three together.

    It is not `barred`, and of the witnesses who remember what was `long_ago` those see it who are `missing`, and none who were
    silent.
    """
    before = following(earlier, -1)
    while before >= 0:
        told = tables.sights[before] & long_ago
        if before != barred and missing & ~told == ZERO and told & silent == ZERO:
            return True
        before = following(earlier, before)
    return False


@kernel
def _add_pair(last: Entries, before: Entries, middle: Int, end: Int) -> None:
    if not has(last, end):
        add(last, end)
        for w in range(WORDS):
            before[w] = ZERO
    add(before, middle)


@kernel
def _follow_field(game: Record, tables: Record, past: Record, ways: Array, after: Array, ends: Array) -> None:
    """From `ways` before a field to those `after` it: row 0 has the last stations, row s the stations before s (0: unknown).

    What was before s is written only where the next field asks for it. Where it does not, one way to a station is enough.
    `ends` has room for a set.
    """
    field = np.int64(past.fields)
    asked = _is_interrogated(game, field)
    barred = _is_barred(game, tables, field)
    tied = asked or barred
    paired = field + 1 < game.fields and _is_tied(game, tables, field + 1)
    code = _known_ticket(game, field)
    number = game.log_round[field]
    answer = game.answer[number] if asked else ZERO
    silent = ~answer if asked else ZERO
    then = _remembering(game, tables, field, 1)
    long_ago = _remembering(game, tables, field, 2)
    last = entries_of(after, 0)
    _ends(game, tables, past, entries_of(ends, 0))
    for w in range(WORDS):
        last[w] = ZERO
    middle = following(entries_of(ways, 0), -1)
    while middle >= 0:
        seen = tables.sights[middle] & then
        for w in range(WORDS):
            word = _targets(game, tables, past, code, middle, w) & ends[0, w]
            if not paired:
                word &= ~last[w]
            if not tied and not paired:
                last[w] |= word
                word = ZERO
            while word != ZERO:
                end = 64 * w + lowest(word)
                word &= word - ONE
                told = seen | tables.sights[end]
                if told & silent != ZERO or (asked and not _is_age(game, number, tables.sights[end], seen)):
                    continue
                earlier = entries_of(ways, middle)
                if not tied or _goes_on(tables, earlier, end if barred else -1, long_ago, answer & ~told, silent):
                    _add_pair(last, entries_of(after, end), middle, end)
        middle = following(entries_of(ways, 0), middle)


# -- the whole way


@kernel
def _first_field(game: Record, tables: Record) -> Int:
    """The field from which ways are followed: three stations before the end, and no triple reaches back beyond it."""
    field: Int = np.int64(game.fields) - REACH
    while field > game.anchor_fields and _is_tied(game, tables, field):
        field -= 1
    known_before = field > game.anchor_fields or game.anchor_fields == 0
    return max(field if known_before else np.int64(game.anchor_fields) - REACH, 0)


@kernel
def _first_ways(game: Record, tables: Record, field: Int, ways: Array) -> None:
    """The ways before the first field: where he could be, from an unknown station."""
    for w in range(WORDS):
        if field >= game.anchor_fields:
            ways[0, w] = game.log_possible[field, w]
        else:
            ways[0, w] = tables.everywhere[w]
    if 0 < field < game.anchor_fields and game.log_shown[field - 1] > 0:
        only(ways[0], np.int64(game.log_shown[field - 1]))
    station = following(ways[0], -1)
    while station >= 0:
        only(ways[station], 0)
        station = following(ways[0], station)


@kernel
def _follow(game: Record, tables: Record, games: Array) -> None:
    past = games[0]  # a copy of the game, to go back in time with
    ways = np.empty((WIDTH, WORDS), np.uint64)
    after = np.empty((WIDTH, WORDS), np.uint64)
    ends = np.empty((1, WORDS), np.uint64)
    first = _first_field(game, tables)
    _first_ways(game, tables, first, ways)
    _recall_points(game, tables, past, np.int64(max(game.log_round[first], game.anchor_round)))
    for field in range(first, np.int64(game.fields)):
        _recall(game, past, field)
        if field > first and field >= game.anchor_fields and _is_first(game, field):
            _starts(game, tables, past, entries_of(ways, 0))
        _follow_field(game, tables, past, ways, after, ends)
        ways, after = after, ways
    for w in range(WORDS):
        game.possible[w] = ways[0, w]


@kernel
def follow_ways(game: Record, tables: Record) -> None:
    """Make `possible` the stations on which a way of Mister X can end that fits all that the detectives know.

    To be called before the pursuers move: what they rule out in this round comes after.
    """
    games = _room()
    games[0] = game
    _follow(game, tables, games)
