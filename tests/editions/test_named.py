"""The named editions: what the boxes hold, what is dealt, and what an edition derives from it."""

import pytest

from sy_env.boards import Board
from sy_env.editions import (
    EDITIONS,
    STRENGTH_OPTIONS,
    Edition,
    EditionError,
    classic,
    custom,
    glasses,
    make_edition,
    master,
    nijssen2011,
)

CLASSIC_CARDS = {13, 26, 29, 34, 50, 53, 91, 94, 103, 112, 117, 132, 138, 141, 155, 174, 197, 198}


def in_play(edition: Edition) -> list[int]:
    """Taxi, bus and underground tickets of all pieces together."""
    dealt = (edition.detectives * count for count in edition.detective_tickets)
    return [own + others for own, others in zip(edition.mrx_start_tickets, dealt, strict=True)]


# --- classic: scenarios C01 to C03, RULES A1 ---


@pytest.mark.parametrize(
    ("players", "detectives", "tickets"),
    [(3, 4, [44, 35, 19]), (4, 3, [34, 27, 15]), (5, 4, [44, 35, 19]), (6, 5, [54, 43, 23])],
)
def test_classic_deal(players: int, detectives: int, tickets: list[int]) -> None:
    edition = classic(players)
    assert edition.players == players
    assert edition.detectives == detectives
    assert edition.bobbies == 0
    assert edition.detective_tickets == (10, 8, 4)
    assert edition.mrx_start_tickets == (4, 3, 3)
    assert (edition.mrx_black, edition.mrx_double) == (detectives, 2)
    assert in_play(edition) == tickets
    assert edition.accounts == tuple(range(detectives + 1))


def test_classic_leftovers_of_three_players() -> None:
    left = [whole - played for whole, played in zip((54, 43, 23), in_play(classic(3)), strict=True)]
    assert left == [10, 8, 4]


def test_classic_rules() -> None:
    edition = classic()
    assert edition == make_edition() == make_edition("classic", players=6)
    assert set(edition.start_cards) == CLASSIC_CARDS
    assert edition.mrx_start_cards is None
    assert (edition.reveal_index, edition.reveal_set) == ("round", (3, 8, 13, 18))
    assert (edition.game_length, edition.rounds) == ("rounds", 22)
    assert (edition.order, edition.ticket_flow, edition.double_return) == ("fixed", "to_mrx", "forbid")
    assert (edition.mrx_enter_detective, edition.mrx_no_ticket) == ("illegal", "loses")
    assert sum(edition.detective_tickets) == edition.rounds


@pytest.mark.parametrize("players", [3, 4, 5, 6])
def test_classic_with_the_pawns_of_another_printing(players: int) -> None:
    edition = classic(players, classic_pawns=5)
    assert (edition.players, edition.detectives, edition.mrx_black) == (players, 5, 5)
    assert classic(players, detectives=5) == edition
    assert classic(players, classic_pawns=5, mrx_black=2).mrx_black == 2


def test_classic_reveals_by_move_keep_their_marks() -> None:
    assert classic(reveal_index="move").reveal_set == (3, 8, 13, 18)
    assert classic(reveal_index="move", reveal_set={24, 3, 8}).reveal_set == (3, 8, 24)


def test_strength_options() -> None:
    edition = classic(**STRENGTH_OPTIONS)
    assert (edition.detectives, edition.rounds, edition.game_length) == (5, 22, "rounds")
    assert (edition.reveal_index, edition.reveal_set) == ("move", (3, 8, 13, 18, 24))
    assert edition.double_return == "allow"
    assert edition == classic(reveal_index="move", reveal_set=(3, 8, 13, 18, 24), double_return="allow")


def test_pools_of_players_with_two_pawns() -> None:
    assert classic(3, tickets_per="player").accounts == (0, 1, 1, 3, 3)
    assert classic(3, tickets_per="player", pawn_order="interleaved").accounts == (0, 1, 2, 1, 2)
    assert classic(3, classic_pawns=5, tickets_per="player").accounts == (0, 1, 1, 1, 4, 4)
    assert classic(6, tickets_per="player").accounts == (0, 1, 2, 3, 4, 5)


# --- Master: scenarios M01 to M03, RULES A2 and A3 ---


@pytest.mark.parametrize(
    ("players", "detectives", "bobbies", "supply"),
    [(2, 2, 2, (40, 33, 17)), (3, 2, 2, (40, 33, 17)), (4, 3, 1, (29, 25, 13)), (5, 4, 0, (18, 17, 9)), (6, 5, 0, (7, 9, 5))],
)
def test_master_deal(players: int, detectives: int, bobbies: int, supply: tuple[int, int, int]) -> None:
    edition = master(players)
    assert (edition.detectives, edition.bobbies) == (detectives, bobbies)
    assert edition.detective_tickets == (11, 8, 4)
    assert edition.mrx_start_tickets == supply
    assert (edition.mrx_black, edition.mrx_double) == (5, 2)
    assert in_play(edition) == [62, 49, 25]
    assert edition.accounts[0] == 0
    assert edition.accounts[detectives + 1 :] == (-1,) * bobbies


def test_master_rules() -> None:
    edition = master()
    assert (len(edition.start_cards), len(edition.mrx_start_cards or ())) == (16, 13)
    assert set(edition.start_cards).isdisjoint(edition.mrx_start_cards or ())
    assert (edition.reveal_index, edition.reveal_set) == ("move", (3, 8, 13, 18, 24))
    assert (edition.order, edition.ticket_flow, edition.double_return) == ("any", "supply", "allow")
    near = edition.board.detective_distances[list(edition.start_cards)][:, list(edition.mrx_start_cards or ())]
    assert near.min() == 2
    assert (near == 2).sum() == 19


def test_master_pool_of_two_players() -> None:
    assert master(2).accounts == (0, 1, 1, -1, -1)
    assert master(3).accounts == (0, 1, 2, -1, -1)


def test_unlimited_supply_shows_99() -> None:
    assert master(mrx_supply="unlimited").mrx_start_tickets == (99, 99, 99)
    assert master(mrx_supply="unlimited", box_tickets=(0, 0, 0)).mrx_start_tickets == (99, 99, 99)
    assert classic(mrx_supply="unlimited").mrx_start_tickets == (99, 99, 99)


# --- research ---


def test_nijssen2011() -> None:
    edition = nijssen2011()
    assert edition.name == "nijssen2011"
    assert (edition.detectives, edition.mrx_black, edition.mrx_double) == (5, 5, 2)
    assert in_play(edition) == [54, 43, 23]
    assert set(edition.start_cards) == CLASSIC_CARDS
    assert (edition.reveal_index, edition.reveal_set) == ("move", (3, 8, 13, 18, 24))
    assert (edition.game_length, edition.fields) == ("fields", 24)
    assert (edition.double_return, edition.mrx_enter_detective) == ("allow", "loses")


def test_glasses() -> None:
    edition = glasses()
    assert edition.board == Board.load("glasses")
    assert edition.fixed_starts == (6, 1, 11)
    assert edition.detective_tickets == edition.mrx_start_tickets == (5, 0, 0)
    assert (edition.mrx_black, edition.mrx_double, edition.rounds) == (0, 0, 5)
    assert (edition.ticket_flow, edition.reveal_set) == ("discard", (3,))
    assert glasses(reveal_set=()).reveal_set == ()
    assert glasses(ticket_flow="to_mrx").ticket_flow == "to_mrx"


def test_custom_plays_on_any_board() -> None:
    board = Board.from_lines([(1, 2, "taxi"), (2, 3, "taxi"), (3, 4, "taxi"), (4, 1, "bus")])
    edition = custom(board, detectives=1, bobbies=1)
    assert edition.board is board
    assert edition.start_cards == (1, 2, 3, 4)
    assert edition.seat_names == ("mrx_0", "detective_0", "bobby_0")
    assert min(edition.detective_tickets) >= edition.rounds
    assert edition.mrx_start_tickets == (99, 99, 99)
    assert custom("london", 3) == make_edition("custom", board="london", detectives=3)
    assert custom(board, rounds=5, name="ring").name == "ring"


@pytest.mark.parametrize("name", [name for name in EDITIONS if name != "custom"])
def test_every_named_edition_is_made_by_its_name(name: str) -> None:
    edition = make_edition(name)
    assert edition.name == name
    assert edition == EDITIONS[name].make()
    assert EDITIONS[name].description


# --- seats and agents ---


def test_names_of_seats_and_agents() -> None:
    edition = master(4)
    names = ("mrx_0", "detective_0", "detective_1", "detective_2", "bobby_0")
    assert edition.seat_names == edition.agents() == edition.agents("individual") == names
    assert edition.agents("team") == ("mrx_0", "detectives_0")
    assert (edition.num_pieces, edition.pursuers) == (5, 4)
    with pytest.raises(EditionError, match=r"control 'teams' is not one of individual, team .did you mean 'team'"):
        edition.agents("teams")
