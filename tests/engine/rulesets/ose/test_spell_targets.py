"""Templates of spells on a map with walls: which squares, and who is in them."""

import pytest
from msgspec.structs import replace

from engine.model.terrain import Wall, WallKind, fine
from engine.rulesets.ose import spell_targets
from engine.rulesets.ose.spell_facts import Shape, Spell
from engine.tactics.board import Board

ROWS = """
.........
.........
T...g...h
.........
.........
"""


def drawn(cells, rows=ROWS):
    width, height = len(rows.split()[0]), len(rows.split())
    return ["".join("x" if (x, y) in cells else "." for x in range(width)) for y in range(height)]


@pytest.fixture
def board_of(table):
    def make(rows=ROWS, **kinds):
        t = table(rows)
        walls = tuple(
            Wall((fine(ax), fine(ay)), (fine(bx), fine(by)), WallKind(kind))
            for kind, lines in kinds.items()
            for ax, ay, bx, by in lines
        )
        return Board(replace(t.battle, terrain=replace(t.battle.terrain, walls=walls)))

    return make


def test_a_burst_is_every_square_within_its_radius(board_of):
    board = board_of()
    spell = Spell("Ball", range_ft=60, shape=Shape.BURST, size_ft=10)
    cells = spell_targets.area(board, board.actor("T"), spell, (5, 2))
    assert drawn(cells) == ["...xxxxx."] * 5
    assert spell_targets.inside(board, cells) == ("g",)


def test_a_wall_shades_part_of_a_burst(board_of):
    board = board_of(wall=[(5, 0, 5, 5)])
    spell = Spell("Ball", range_ft=60, shape=Shape.BURST, size_ft=10)
    cells = spell_targets.area(board, board.actor("T"), spell, (5, 2))
    assert drawn(cells) == [".....xxx."] * 5


def test_a_cone_opens_from_the_caster(board_of):
    board = board_of()
    spell = Spell("Breath", shape=Shape.CONE, size_ft=15)
    cells = spell_targets.area(board, board.actor("T"), spell, (3, 2))
    assert drawn(cells) == ["..xx.....", ".xxx.....", ".xxx.....", ".xxx.....", "..xx....."]


def test_a_line_has_its_full_length_whatever_square_gives_the_direction(board_of):
    board = board_of()
    spell = Spell("Bolt", shape=Shape.LINE, size_ft=30)
    for aim in ((1, 2), (4, 2), (6, 2)):
        cells = spell_targets.area(board, board.actor("T"), spell, aim)
        assert drawn(cells)[2] == ".xxxxxx.."
        assert len(cells) == 6


@pytest.mark.rule("OSE-SPELL-13")
def test_a_burst_has_its_centre_before_a_wall_not_in_it(board_of):
    board = board_of("T..#.h")
    spell = Spell("Ball", range_ft=60, shape=Shape.BURST, size_ft=10)
    assert spell_targets.aims(board, board.actor("T"), spell) == ((0, 0), (1, 0), (2, 0))


@pytest.mark.rule("OSE-SPELL-13")
def test_a_large_body_breathes_from_its_side_and_not_over_itself(board_of):
    board = board_of()
    dragon = replace(board.actor("T"), cell=(1, 1), size=3)
    spell = Spell("Breath", shape=Shape.CONE, size_ft=10)
    east = spell_targets.area(board, dragon, spell, (6, 2))
    assert drawn(east) == [".....x...", "....xx...", "....xx...", "....xx...", ".....x..."]
    assert drawn(spell_targets.area(board, dragon, spell, (0, 2))) == [
        ".........",
        *("x........",) * 3,
        ".........",
    ]
    assert not set(spell_targets.aims(board, dragon, spell)) & {(x, y) for x in (1, 2, 3) for y in (1, 2, 3)}


def test_a_window_lets_sight_through_and_stops_the_effect(board_of):
    board = board_of(window=[(3, 0, 3, 5)])
    spell = Spell("Dart", range_ft=60, shape=Shape.ONE, hostile=True)
    reasons = spell_targets.why_not_target(board, board.actor("T"), board.actor("g"), spell)
    assert [refusal.reason.key for refusal in reasons] == ["spell.no_effect_line"]
    open_board = board_of()
    assert spell_targets.candidates(open_board, open_board.actor("T"), spell) == ("g", "h")


def test_out_of_range_is_told_in_feet(board_of):
    board = board_of()
    spell = Spell("Dart", range_ft=30, shape=Shape.ONE)
    (refusal,) = spell_targets.why_not_target(board, board.actor("T"), board.actor("h"), spell)
    assert refusal.reason.args["feet"] == 40
    assert refusal.reason.args["most"] == 30
