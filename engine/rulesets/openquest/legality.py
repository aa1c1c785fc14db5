"""What may be done on a count and why not. Read only."""

from __future__ import annotations

from engine.model.actor import HELPLESS, PRONE, Actor
from engine.model.commands import Act
from engine.model.offers import PickGroup, Refusal
from engine.model.phrase import ActorRef, phrase
from engine.rulesets.common import bad_pick, hard, impossible, known_foes, soft
from engine.rulesets.openquest import charge, readying, retreat, targeting
from engine.rulesets.openquest.options import in_squares, options
from engine.rulesets.openquest.order import reach_squares
from engine.rulesets.openquest.sheet import OpenQuestSheet, OqWeapon, held, off_hand, rate_of, sheet, weapon
from engine.rulesets.openquest.state import OpenQuestRound, Phase, What, on_count, state
from engine.tactics.board import Board
from engine.tactics.paths import path_refusals
from engine.tactics.step import StepRules

DECLARED = ("prepare", "split")
MOVES = ("move", "sprint", "charge", "retreat")
ATTACKS = ("attack", "all_out", "great", "disarm", "grapple", "shoot", "hurl", "aim")
HOLDS = ("break_free", "immobilise", "pain", "throw", "counter")
OTHERS = ("set", "ready", "reload", "stand", "prone", "cast", "intimidate", "delay", "skill")
BY_THE_GM = ("cover", "effect", "heal", "mount")
VERBS = (*DECLARED, *MOVES, *ATTACKS, *HOLDS, *OTHERS, *BY_THE_GM)
ARMED = ("attack", "all_out", "great", "disarm", "grapple", "shoot", "hurl", "aim", "charge")
"""Actions that are done with a weapon."""
LIMITS = {
    "move": "OQ-MOVE-04",
    "sprint": "OQ-MOVE-06",
    "charge": "OQ-CHARGE-02",
    "retreat": "OQ-MOVE-02",
}
COVERS = ("none", "partial", "very_good", "total")


def why_not(board: Board, rules: StepRules, act: Act) -> tuple[Refusal, ...]:
    """Everything that speaks against an act."""
    found = impossible(board.battle, act, VERBS)
    if found:
        return found
    actor = board.actor(act.actor)
    found = bad_pick(act, picks(board, actor, act.verb)) + refusals(board, actor, act.verb)
    match act.verb:
        case "move" | "sprint":
            found += path_refusals(board, rules, actor, act.path, act.verb, LIMITS[act.verb])
            return found + (_leaves(board, actor, act) if act.verb == "move" else ())
        case "retreat":
            return found + retreat.refusals(board, rules, actor, act.path)
        case "charge":
            return found + charge.refusals(board, rules, actor, act)
        case "split":
            return found + _split(sheet(actor), act.picks.get("shares", ""))
        case "ready" if not act.picks.get("item"):
            return found + hard("oq.no.item")
        case _ if act.verb in targeting.AIMED:
            return found + _aimed(board, actor, act)
        case _:
            return found


def _aimed(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    if len(act.targets) != 1:
        return hard("act.one_target")
    target = act.targets[0]
    if act.verb == "intimidate":
        known = target in {foe.id for foe in known_foes(board, actor)}
        found = () if act.picks.get("whom") else hard("oq.no.whom")  # Rule: OQ-INTIM-03
        return found if known else found + soft("oq.no.foe", "", target=ActorRef(target))
    if act.verb == "delay":
        return hard("oq.no.self") if target == actor.id else ()
    item = item_of(board, actor, act)
    if act.verb == "disarm" and item.missile:
        return soft("oq.no.disarm_shot", "OQ-RANGED-12") + soft("oq.no.aim_at_thing", "OQ-RANGED-13")
    found = _locked(sheet(actor), act.verb, target) + _loaded(sheet(actor), act.verb, item)
    return found + targeting.against(board, actor, target, item, targeting.kind_of(act.verb, item))


def item_of(board: Board, actor: Actor, act: Act) -> OqWeapon:
    """The weapon of an attack: the picked one, else the first that serves; the second on its own count."""
    page = sheet(actor)
    pick = act.picks.get("weapon", "")
    if pick:
        return weapon(page, pick)
    count = on_count(board.battle, actor.id) if isinstance(board.battle.round, OpenQuestRound) else None
    second = off_hand(page)
    if count is not None and count.what is What.OFF_HAND and second is not None:
        return second
    return next(iter(targeting.usable(actor, act.verb)), held(page)[0])


def picks(board: Board, actor: Actor, verb: str) -> tuple[PickGroup, ...]:
    """What has to be chosen within an action."""
    page = sheet(actor)
    if verb in ARMED:
        items = targeting.usable(actor, verb)
        choices = tuple((item.key, phrase("text.plain", "", text=item.name)) for item in items)
        every = tuple((item.key, phrase("text.plain", "", text=item.name)) for item in held(page))
        shown = choices or every
        return (PickGroup("weapon", phrase("oq.pick.weapon"), shown),)
    match verb:
        case "prepare":
            names = tuple((spell.name, phrase("text.plain", "", text=spell.name)) for spell in page.spells)
            return (PickGroup("spell", phrase("oq.pick.spell"), names),)
        case "split":
            return (PickGroup("shares", phrase("oq.pick.shares")),)
        case "ready":
            return (readying.choices(board.battle, actor),)
        case "reload":
            loads = tuple(
                (load.key, phrase("text.plain", "", text=weapon(page, load.key).name)) for load in page.loads
            )
            return (PickGroup("weapon", phrase("oq.pick.weapon"), loads),) if loads else ()
        case "intimidate":
            kinds = tuple((key, phrase(f"oq.pick.{key}")) for key in ("one", "group"))
            return (PickGroup("whom", phrase("oq.pick.whom"), kinds),)
        case "delay":
            hows = tuple((key, phrase(f"oq.pick.{key}")) for key in ("after", "interrupt"))
            return (PickGroup("how", phrase("oq.pick.how"), hows),)
        case "cover":
            return (
                PickGroup(
                    "cover",
                    phrase("oq.pick.cover"),
                    tuple((key, phrase(f"oq.cover.{key}")) for key in COVERS),
                ),
            )
        case "heal":
            ways = tuple((key, phrase(f"oq.pick.{key}")) for key in ("ordinary", "magical"))
            return (PickGroup("how", phrase("oq.pick.how"), ways),)
        case "skill" | "effect":
            return (PickGroup("text", phrase(f"oq.pick.{verb}")),)
        case _:
            return ()


# --- slots -------------------------------------------------------------------------------------------


def refusals(board: Board, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    """Whether the verb belongs to the open slot and to somebody in the actor's state."""
    if verb in BY_THE_GM:
        return ()
    now, page = state(board.battle), sheet(actor)
    if now.phase is Phase.OVER:
        return soft("act.over", "OQ-SUM-10")
    if not actor.active:
        return soft("act.out", "OQ-DAMAGE-07")
    if verb in DECLARED:
        return _declaring(page, verb, now.phase)
    if now.phase is Phase.DECLARE:
        return soft("oq.no.count", "OQ-SUM-05")
    count = on_count(board.battle, actor.id)
    if count is None:
        return soft("oq.no.turn", "OQ-SUM-06")
    if count.what is What.OFF_HAND:
        return _second_weapon(page, verb)
    if count.what is What.SPLIT:
        return _later_share(page, verb, count.number)
    return _action(board, actor, page, verb)


def _declaring(page: OpenQuestSheet, verb: str, phase: Phase) -> tuple[Refusal, ...]:
    found: tuple[Refusal, ...] = ()
    if phase is not Phase.DECLARE:
        found += soft("oq.no.declare", "OQ-OVER100-02" if verb == "split" else "OQ-SUM-05")
    if verb == "prepare":
        return found if page.casts else found + hard("oq.no.caster")
    return found if page.close > 100 else found + soft("oq.no.over_100", "OQ-OVER100-01")


def _second_weapon(page: OpenQuestSheet, verb: str) -> tuple[Refusal, ...]:
    if verb != "attack":
        return soft("oq.no.second", "OQ-TWOWEAPON-05")
    return soft("oq.no.second_used", "OQ-TWOWEAPON-02") if page.turn.off_hand_used else ()


def _later_share(page: OpenQuestSheet, verb: str, number: int) -> tuple[Refusal, ...]:
    if verb != "attack":
        return soft("oq.no.share", "OQ-OVER100-02")
    return soft("oq.no.acted", "OQ-BASIC-02") if number in page.turn.done else ()


def _action(board: Board, actor: Actor, page: OpenQuestSheet, verb: str) -> tuple[Refusal, ...]:
    found: tuple[Refusal, ...] = ()
    if verb not in ("move", "retreat") and page.turn.acted:
        found += _spent(page, verb)
    if verb == "move" and actor.stride.spent >= in_squares(board.battle, rate_of(page)):
        found += soft("oq.no.moved", "OQ-MOVE-04")
    if page.trips == state(board.battle).number and verb != "move":
        found += soft("oq.no.tripped", "OQ-FUMBLE-04")
    if page.turn.bolts:
        found += soft("oq.no.bolts", "OQ-MOUNT-08")
    if page.grapples or verb in HOLDS:
        found += _in_a_hold(page, verb)
    if page.fleeing and verb not in ("move", "sprint", "retreat", "stand"):
        found += soft("oq.no.fleeing", "OQ-INTIM-01")
    if actor.has(HELPLESS) and verb != "break_free":
        found += soft("oq.no.helpless", "OQ-GRAPPLE-14")
    if len(page.turn.shares) > 1 and verb not in ("attack", "move"):
        found += soft("oq.no.share", "OQ-OVER100-02")
    return found + _state(board, actor, page, verb)


def _spent(page: OpenQuestSheet, verb: str) -> tuple[Refusal, ...]:
    found = soft("oq.no.acted", "OQ-BASIC-02")
    if page.turn.charged and verb in ("shoot", "hurl"):
        found += soft("oq.no.charge_shot", "OQ-RANGED-02")
    if page.turn.all_out and verb in ("great", "disarm"):
        found += soft("oq.no.combined", "OQ-CCATK-05")
    if page.turn.attacked and verb == "grapple":
        found += soft("oq.no.declared_first", "OQ-GRAPPLE-02")
    return found


def _in_a_hold(page: OpenQuestSheet, verb: str) -> tuple[Refusal, ...]:
    """Grapplers may break free, immobilise, inflict pain or throw; one in pain may also turn the tables."""
    if not page.grapples:
        return soft("oq.no.grapple", "OQ-GRAPPLE-10")
    if verb in MOVES:
        return soft("oq.no.locked", "OQ-GRAPPLE-07")
    if verb == "break_free":
        return soft("oq.no.tried", "OQ-GRAPPLE-15") if page.turn.tried else ()
    if page.hold == "immobilised":
        return soft("oq.no.immobilised", "OQ-GRAPPLE-15")
    if page.hold == "pain":
        return () if verb in ("counter", "attack") else soft("oq.no.in_pain", "OQ-GRAPPLE-18")
    return () if verb in HOLDS and verb != "counter" else soft("oq.no.in_grapple", "OQ-GRAPPLE-10")


def _locked(page: OpenQuestSheet, verb: str, target: str) -> tuple[Refusal, ...]:
    """In a hold only the partner is struck at (OQ-GRAPPLE-18)."""
    if page.grapples and target != page.grapples and verb in ATTACKS:
        return soft("oq.no.third", "OQ-GRAPPLE-10")
    return ()


def _state(board: Board, actor: Actor, page: OpenQuestSheet, verb: str) -> tuple[Refusal, ...]:
    match verb:
        case "move" | "sprint" | "charge" | "retreat" if actor.has(PRONE):
            return soft("oq.no.prone", "OQ-MOVE-01")
        case "charge" if page.turn.reacted and options(board.battle).charge_reaction == "whole":
            return soft("oq.no.reacted", "OQ-CHARGE-07")  # ruling C2 #7
        case "retreat" if not retreat.fought(board, actor):
            return soft("oq.no.fight", "OQ-MOVE-02")
        case "stand" if not actor.has(PRONE):
            return soft("oq.no.standing", "OQ-MOVE-01")
        case "prone" if actor.has(PRONE):
            return soft("oq.no.lying", "OQ-MOVE-08")
        case "set" if not any(item.settable for item in held(page)):
            return soft("oq.no.shaft", "OQ-SET-01")
        case "cast":
            return () if page.turn.spell else soft("oq.no.spell", "OQ-SUM-05")
        case "ready" if not readying.choices(board.battle, actor).choices:
            return soft("oq.no.gear", "OQ-OTHER-05")
        case "reload" if not page.loads:
            return soft("oq.no.empty", "OQ-OTHER-09")
        case _:
            return _busy(page, verb) + _fighting(page, actor, verb)


def _busy(page: OpenQuestSheet, verb: str) -> tuple[Refusal, ...]:
    return soft("oq.no.casting", "OQ-SUM-05") if page.turn.spell and verb != "move" else ()


def _fighting(page: OpenQuestSheet, actor: Actor, verb: str) -> tuple[Refusal, ...]:
    found: tuple[Refusal, ...] = ()
    if verb in ATTACKS and page.turn.retreated and page.turn.reacted:
        found += soft("oq.no.defended", "OQ-MOVE-03")
    if verb == "all_out" and page.turn.reacted:
        found += soft("oq.no.reacted", "OQ-CCATK-02")
    if verb == "great" and not targeting.usable(actor, "great"):
        found += soft("oq.no.great_weapon", "OQ-CCATK-08")
    if verb == "hurl" and not targeting.usable(actor, "hurl"):
        found += soft("oq.no.throwable", "OQ-THROWCC-01")
    if verb in ("shoot", "aim"):
        bows = targeting.usable(actor, verb)
        if not bows:
            found += soft("oq.no.bow", "OQ-BASIC-06")
        elif verb == "shoot" and all(readying.left_to_load(page, item.key) for item in bows):
            found += soft("oq.no.loaded", "OQ-OTHER-09")
    return found


def _loaded(page: OpenQuestSheet, verb: str, item: OqWeapon) -> tuple[Refusal, ...]:
    if verb == "shoot" and readying.left_to_load(page, item.key):
        return soft("oq.no.loaded", "OQ-OTHER-09")
    return ()


def _leaves(board: Board, actor: Actor, act: Act) -> tuple[Refusal, ...]:
    """By the stricter reading nobody simply walks out of a fight (ruling C2 #5)."""
    if options(board.battle).leaving != "retreat" or not act.path:
        return ()
    enemies, near = retreat.fought(board, actor), reach_squares(board.battle, 1)
    if any(board.separation(actor, foe, at=act.path[-1]) > near for foe in enemies):
        return soft("oq.no.leaving", "OQ-MOVE-09")
    return ()


def shares_of(text: str) -> tuple[int, ...]:
    """The parts of "90/30"; empty for anything else."""
    parts = text.replace("%", "").replace("+", "/").replace(",", "/").split("/")
    return tuple(int(part) for part in parts) if all(part.strip().isdigit() for part in parts) else ()


def _split(page: OpenQuestSheet, text: str) -> tuple[Refusal, ...]:
    shares = shares_of(text)
    if len(shares) < 2 or min(shares) < 1:
        return hard("oq.no.shares")
    if sum(shares) > page.close:
        return soft("oq.no.too_much", "OQ-OVER100-03", sum=sum(shares), skill=page.close)
    return ()
