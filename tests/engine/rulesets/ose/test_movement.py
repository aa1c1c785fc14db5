"""Moving, moving again, ground, other bodies, standing up, fleeing."""

import pytest

from engine.grid.metric import Metric
from engine.grid.search import route
from engine.model.actor import BLIND, GRAPPLED, HELPLESS, PRONE
from engine.model.commands import OnHit
from engine.model.events import Blocked, Placed, Said
from engine.rulesets.ose import plans
from engine.rulesets.ose.menu import menu, targets
from engine.rulesets.ose.sheet import Casting
from engine.rulesets.ose.tallies import allowance
from engine.rulesets.ose.waiting import waiting

rule = pytest.mark.rule


@rule("OSE-MOVE-01", "OSE-DET-01", "OSE-ORDER-04")
def test_a_move_is_up_to_the_rate(table):
    t = table("T.........")
    assert t.rules("T", "move", "e e e e e") == ["OSE-MOVE-01"]
    t.do("T", "move", "e e e e")
    assert t.left("T") == 20
    assert t.reasons("T", "move", "e")[0].args == {"needed": 5, "left": 0}


@rule("OSE-MOVE-02")
def test_the_main_action_moves_on(table):
    t = table("T.........")
    t.do("T", "move", "e e e e")
    assert not t.page("T").turn.main_spent
    assert t.rules("T", "move", "e") == ["OSE-MOVE-01"]
    t.do("T", "double", "e e")
    assert t.page("T").turn.main_spent
    t.do("T", "double", "e")
    t.do("T", "move", "e")
    assert t.left("T") == 40
    for verb in ("move", "double"):
        assert t.rules("T", verb, "e") == ["OSE-MOVE-01"]


@rule("OSE-MOVE-02", "OSE-AOO-12")
def test_trying_again_never_takes_the_main_action_unasked(table, kit):
    t = table("gT...\n#####", T=kit.page(kit.SWORD, rate=10, hp=9))
    t.do("T", "move", "e", dice=[19, 1, 19, 1], on_hit=OnHit.RETRY)
    assert (t.at("T"), t.left("T"), t.page("T").turn.main_spent) == ((1, 0), 10, False)
    t.do("T", "double", "e", dice=[19, 1, 1], on_hit=OnHit.RETRY)
    assert (t.at("T"), t.left("T"), t.page("T").turn.main_spent) == ((2, 0), 20, True)


@rule("OSE-MOVE-02", "OSE-DET-03")
def test_the_row_of_a_used_move_says_how_to_go_on(table):
    def said(t):
        row = next(row for row in menu(t.board, t.actor("T")) if row.verb == "move")
        return [(refusal.reason.key, dict(refusal.reason.args)) for refusal in row.refusals]

    t = table("T.........")
    t.do("T", "move", "e e e e")
    assert said(t) == [("why.move_used", {"used": 20, "feet": 20})]
    t.do("T", "double", "e")
    assert said(t) == []
    t.do("T", "double", "e e e")
    assert said(t) == [("why.no_movement", {})]
    t = table("T.........")
    t.write_turn("T", move_closed=True)
    assert said(t) == [("why.move_closed", {})]
    t.write_turn("T", main_spent=True)
    assert said(t) == [("why.no_movement", {})]


def test_one_step_may_straddle_move_and_main(table):
    t = table("T...~.....", T=None)
    t.do("T", "move", "e e e")
    assert t.rules("T", "move", "e") == ["OSE-MOVE-01"]
    t.do("T", "double", "e")
    assert t.left("T") == 25
    assert t.page("T").turn.main_moved


def test_a_move_spent_on_something_else_leaves_the_main_action_to_walk(table):
    t = table("T.........")
    t.write_turn("T", move_closed=True)
    assert t.rules("T", "move", "e") == ["OSE-MOVE-01"]
    t.do("T", "double", "e e e e")
    assert t.page("T").turn.main_spent
    assert t.rules("T", "double", "e") == ["OSE-MOVE-01"]


def test_closing_the_move_half_way_leaves_what_was_walked_and_the_main_action(table):
    t = table("T.........")
    t.do("T", "move", "e e")
    t.write_turn("T", move_closed=True, closed_at=2)
    assert t.rules("T", "move", "e") == ["OSE-MOVE-01"]
    t.do("T", "double", "e e e e")
    assert t.rules("T", "double", "e") == ["OSE-MOVE-01"]


@rule("OSE-MOVE-06")
def test_rubble_costs_double(table, kit):
    t = table("T,,,,,....", T=kit.page(kit.SWORD, rate=30))
    t.write_turn("T", main_spent=True)
    assert t.rules("T", "move", "e e e e") == ["OSE-MOVE-01"]
    t.do("T", "move", "e e e")
    assert t.left("T") == 30


@rule("OSE-MOVE-07")
def test_a_chasm_cannot_be_entered(table):
    t = table("T_..")
    assert t.rules("T", "move", "e e") == ["OSE-MOVE-07"]


@rule("OSE-MOVE-08")
def test_a_painted_area_doubles_the_cost_of_its_squares(table):
    t = table("T.~~..")
    assert t.rules("T", "move", "e e e") == ["OSE-MOVE-01"]
    t.do("T", "double", "e e e e")
    assert t.left("T") == 30


@pytest.mark.parametrize("condition", ["held", GRAPPLED, "paralysed"])
@rule("OSE-MOVE-09")
def test_who_is_held_does_not_move(table, condition):
    t = table("T....")
    t.condition("T", condition)
    assert t.reasons("T", "move", "e")


@rule("CARD-GRID-03")
@pytest.mark.parametrize(("metric", "feet"), [(Metric.SQUARE, 20), (Metric.ALTERNATING, 30)])
def test_diagonals_count_by_one_metric_and_parity_is_carried_over(table, kit, metric, feet):
    t = table("T....\n.....\n.....\n.....\n.....", metric=metric, T=kit.page(kit.SWORD, rate=30))
    t.do("T", "move", "se")
    t.do("T", "move", "se se")
    t.do("T", "move", "se")
    assert t.left("T") == feet


@rule("CARD-GRID-04")
def test_no_diagonal_step_past_the_corner_of_a_wall(table):
    t = table("T#\n..")
    assert t.rules("T", "move", "se") == ["OSE-MOVE-07"]


@rule("CARD-TOKEN-03")
def test_friends_may_be_passed_not_stood_upon_and_foes_not_entered(table):
    t = table("TU....\n######")
    t.do("T", "move", "e e")
    t = table("TU....\n######")
    assert t.keys("T", "move", "e") == ["stand.friend"]
    t = table("Tg....\n######")
    assert t.keys("T", "move", "e e") == ["stand.enemy"]
    t.condition("g", HELPLESS)
    t.do("T", "move", "e e")
    assert t.at("T") == (2, 0)


@rule("CARD-TOKEN-01")
def test_a_big_body_moves_as_a_whole(table, kit):
    t = table("B...\n....\n..#.", B=kit.page(kit.SWORD, rate=40), sizes={"B": 2})
    t.do("B", "move", "e")
    assert t.at("B") == (1, 0)
    assert t.rules("B", "move", "s") == ["OSE-MOVE-07"]


def test_a_hidden_creature_in_the_way_is_met_not_foretold(table):
    t = table("T.g...\n######")
    t.hide("g")
    assert t.keys("T", "move", "e e e") == []
    t.do("T", "move", "e e e")
    assert t.at("T") == (1, 0)
    assert t.left("T") == 5
    assert [(event.by, event.rule) for event in t.log(Blocked)] == [("g", "CARD-TOKEN-03")]
    assert not t.actor("g").hidden


@pytest.mark.parametrize(
    ("turn", "ledger"),
    [
        ({"casting": Casting.CASTING}, "OSE-CAST-05"),
        ({"braced": True}, "OSE-BRACE-04"),
        ({"defending": True}, "OSE-DEFENSE-01"),
    ],
)
@rule("OSE-BRACE-04", "OSE-DEFENSE-01", "OSE-CAST-05")
def test_full_round_actions_leave_no_movement(table, turn, ledger):
    t = table("T....")
    t.write_turn("T", **turn)
    tally = allowance(t.battle, t.actor("T"), "move")
    assert tally.total == 0
    assert ledger in [part.label.rule for part in tally.parts]
    assert t.rules("T", "move", "e") == [ledger]


def test_the_blind_grope_one_square(table):
    t = table("T....")
    t.condition("T", BLIND)
    assert allowance(t.battle, t.actor("T"), "move").total == 1


@rule("OSE-ACT-04")
def test_standing_up_takes_the_move(table):
    t = table("T........")
    t.condition("T", PRONE)
    assert "move.prone" in t.keys("T", "move", "e")
    t.do("T", "stand")
    assert t.rules("T", "move", "e") == ["OSE-MOVE-01"]
    t.do("T", "double", "e e e e")
    assert t.page("T").turn.main_spent
    assert t.rules("T", "double", "e") == ["OSE-MOVE-01"]


@rule("CARD-ENGINE-02")
def test_the_log_tells_the_feet_of_each_move(table):
    t = table("T....")
    t.do("T", "move", "e e")
    said = [event.what for event in t.log(Said)]
    assert [(what.key, what.args["feet"], what.rule) for what in said] == [("log.moves", 10, "OSE-MOVE-01")]


def test_reach_shows_both_bands_and_where_one_may_stop(table):
    t = table("TU......................")
    reach = plans.reach(t.board, t.actor("T"), "move")
    assert {band.key: band.limit for band in reach.bands} == {"move": 4, "double": 8}
    assert max(reach.costs.values()) == 8
    assert (1, 0) in reach.costs
    assert (1, 0) not in reach.stops
    t.do("T", "move", "e e")
    after = plans.reach(t.board, t.actor("T"), "move")
    assert (after.spent, {band.key: band.limit for band in after.bands}) == (2, {"move": 2, "double": 6})
    t.do("T", "double", "e e e")
    paid = plans.reach(t.board, t.actor("T"), "move")
    assert {band.key: band.limit for band in paid.bands} == {"move": 3, "double": 3}


@pytest.mark.parametrize("verb", ["move", "double"])
def test_reach_agrees_with_the_judging_of_paths(table, verb):
    t = table("T.,..\n.U#..\n..g..\n.....\n.....")
    reach = plans.reach(t.board, t.actor("T"), verb)
    ground = plans.ground_for(t.board, t.actor("T"))
    extent, start = t.board.extent, t.board.extent.index(t.at("T"))
    for cell, cost in reach.costs.items():
        way = route(ground, start, extent.index(cell), 8, t.battle.metric)
        path = tuple(extent.cell(index) for index in way[1:])
        if path:
            reasons = plans.why_not_path(t.board, t.actor("T"), path, verb)
            assert bool(reasons) is (cell not in reach.stops or cost > reach.limit(verb))
            assert t.board.path_cost(t.actor("T"), path) == cost


def test_paths_that_jump_or_leave_the_map_cannot_be_insisted_on(table):
    t = table("T....")
    for path in (((3, 0),), ((-1, 0),), ()):
        reasons = plans.why_not_path(t.board, t.actor("T"), path, "move")
        assert [reason.hard for reason in reasons] == [True]


# --- fleeing --------------------------------------------------------------------------------------------


@rule("OSE-FLEE-02", "OSE-FLEE-10", "OSE-FLEE-11", "OSE-FLEE-12")
def test_everybody_strikes_once_and_the_fleer_leaves_the_map(table, kit):
    t = table("ghi\n.T.\n.B.\n...", T=kit.page(kit.SWORD, hp=5), B=kit.page(kit.BOW))
    asked = t.do("T", "flee", dice=["flee", 1, 1, 1, "nobody"])
    assert [request.actor for request in asked[1:-1]] == ["g", "h", "i"]
    assert t.at("T") is None
    assert t.page("T").fled
    assert t.log(Placed)[0].cell is None
    assert t.actor("T").arms.reach == 0
    assert "act.off_map" in t.keys("T", "stand")
    for foe, verb in (("g", "attack"), ("h", "shoot"), ("i", "charge")):
        assert "T" not in targets(t.board, t.actor(foe), verb)


@rule("OSE-FLEE-13")
def test_a_hit_does_not_hold_the_fleer(table, kit):
    t = table("g..\nT..\n...", T=kit.page(kit.SWORD, hp=5))
    t.do("T", "flee", dice=["flee", 14, 2])
    assert t.page("T").hp == 3
    assert t.at("T") is None


def test_a_fleer_that_drops_stays(table, kit):
    t = table("g..\nT..\n...", T=kit.page(kit.SWORD, hp=2))
    t.do("T", "flee", dice=["flee", 14, 2])
    assert t.at("T") == (0, 1)
    assert not t.page("T").fled


@rule("OSE-FLEE-14")
def test_fleeing_takes_the_whole_turn_and_a_free_square(table):
    t = table("T....")
    t.do("T", "move", "e e")
    assert "OSE-FLEE-14" in t.rules("T", "flee")
    t = table("Tg#\n###")
    assert t.keys("T", "flee") == ["flee.shut_in"]


@rule("OSE-FLEE-05", "OSE-FLEE-07")
def test_whoever_has_fled_is_out_of_its_players_hands(table):
    t = table("T....\nU....")
    t.do("T", "flee", dice=["flee"])
    t.new_round()
    assert t.keys("T", "move", "e") == ["act.off_map"]
    assert waiting(t.battle) == ("U",)
    assert menu(t.board, t.actor("T")) == ()
    assert plans.reach(t.board, t.actor("T"), "move").costs == {}


@rule("OSE-FLEE-15")
def test_whoever_broke_off_may_be_followed(table):
    t = table("gT......\n........")
    t.do("T", "move", "e e e e", dice=[1])
    t.go_to("move", "foes")
    t.do("g", "move", "e e e e")
    assert t.at("g") == (4, 0)
