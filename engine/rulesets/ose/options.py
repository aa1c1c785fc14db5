"""Switchable readings of the house rules (rulings part E). The first value of each is the default."""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import Struct

from engine.model.battle import Battle, MapReadings
from engine.rulesets.ose.state import Step


class OseOptions(MapReadings, Struct, frozen=True, tag="ose.options"):
    """The readings in force in one encounter. Values are the keys listed in `CHOICES`."""

    aoo_trigger: str = "leaving"
    """leaving: a step provokes when the square left is threatened (A2 #29); outside: only when the new
    square is outside that enemy's threat."""
    aoo_resolution: str = "all"
    """all: every threatener strikes each attempt; first_hit: the rest is skipped after a hit (A2 #33)."""
    aoo_after_drop: str = "skip"
    """skip: strikes left when the mover drops are not rolled; roll: they are (A2 #39)."""
    aoo_casting: str = "no"
    aoo_braced: str = "yes"
    aoo_defending: str = "yes"
    aoo_surprised: str = "yes"
    aoo_prone: str = "yes"
    aoo_unarmed: str = "no"
    """Whether creatures in these states make attacks of opportunity (A2 #15-24)."""
    aoo_grappled: str = "yes"
    """Whether who is held makes them with a small or natural weapon."""
    aoo_stunt: str = "yes"
    """Whether a stunt may take the place of an attack of opportunity."""
    aoo_order: str = "nearest"
    """nearest: those nearer to the mover strike first; roster: in the order of the roster."""
    aoo_after_casting: str = "yes"
    """Whether a caster makes them again as soon as the spell is completed or lost (G11)."""
    large_mover: str = "any"
    """any: every square a large mover stood on counts as left; trailing: those it gives up (A2 #10)."""
    pass_friends: str = "yes"
    pass_helpless: str = "yes"
    """Whether friends, and enemies who lie helpless, may be passed (A2 #7)."""
    splintered_hit: str = "stops"
    """stops: a shield given for an attack of opportunity leaves it a hit; goes_on: the step succeeds."""
    charge_path: str = "monotone"
    """monotone: no step away from the target; shortest: a cheapest path only; free (A2 #66)."""
    charge_too_close: str = "forbid"
    """forbid: an enemy nearer than 15 ft rules a charge out; detour: it is passed over (A2 #65, G1)."""
    charge_helpless: str = "passed_over"
    """Whether helpless enemies count when the nearest is looked for."""
    charge_braced_enemies: str = "react"
    """react: brace attack on entry and ordinary attacks on leaving; brace_only; all: the immunity is lost
    wholly (A2 #68)."""
    charge_attack: str = "melee_step"
    """melee_step, or at_once at the end of the move (A2 #69)."""
    stopped_charge_attacks: str = "yes"
    """Whether a charger stopped by a brace may still strike what it can reach (A2 #72)."""
    brace_trigger: str = "on_entry"
    """on_entry: in the first threatened square; before_entry: before entering it (A2 #76)."""
    brace_doubling: str = "total"
    """total: dice and modifiers doubled; dice: the dice only (A2 #78)."""
    brace_limit: str = "each_charger"
    """each_charger: one attack on every charger; one: one a round (A2 #79)."""
    brace_several: str = "all"
    """all: whoever braced against the same square strikes; first_hit: the first hit ends it (A2 #80)."""
    brace_within: str = "no"
    """Whether a charger that sets out within a braced weapon's reach is struck at its first step (G8)."""
    splintered_brace: str = "stops"
    """stops: a shield given for a brace attack leaves it a hit; goes_on: the charge goes on (G8)."""
    withdraw_policy: str = "distance"
    """distance: no step nearer to any enemy that threatened the start; strict: also into no threatened
    square where an unthreatened one costs the same; off (A2 #86, G10)."""
    flee_square: str = "needed"
    """Whether fleeing needs a free square beside the fleer."""
    step_resolution: str = "sequential"
    """sequential, or simultaneous: damage of a step is applied at its end (A2 #48)."""
    surprise_effect: str = "last"
    """last: the surprised act after all others; lose: they lose the round (A2 #56)."""
    surprise_order: str = "listed"
    """listed: several sides that surprise act in the order of the list; rolled: by initiative (A2 #55)."""
    initiative_tie: str = "among"
    """among: who ties rolls again for the order within the tie; replace: the new roll stands for the
    old."""
    surprised_declare: str = "no"
    """Whether the surprised may declare a spell, a brace or full defence."""
    defence_lasts: str = "next_turn"
    """next_turn: full defence lasts until its actor's side acts next round; round: to the end of the
    round."""
    ranged_ban_helpless: str = "no"
    """Whether helpless enemies within 5 ft block shooting too (A2 #90)."""
    missile_cover: str = "yes"
    """Whether each creature in the way of a missile is -1 to hit, to -4."""
    ac_penalty_duration: str = "in_hand"
    """in_hand: while the weapon is held; when_used: only in a round it is used (A2 #97)."""
    crossbow_preloaded: str = "no"
    """Whether the first shot of a fight needs no loading (A2 #96)."""
    two_weapon_damage: str = "main"
    """main: the main weapon's damage counts; better: the larger die of the two (A2 #110)."""
    prone_to_hit: str = "two"
    """What blows at the prone add to hit: two, four, or none (A1.7)."""
    back_attack: str = "off"
    """opposite: no shield helps against who has an ally on the target's other side; last: against whoever of
    two such enemies came last (A2 #117)."""
    second_manipulation: str = "move"
    """move: it takes the Move or is refused; main: once the Move is spent it takes Main (G16)."""
    turn_undead_range: str = "sixty"
    """sixty feet, or sight: as far as the Warpriest sees (A2 #128)."""
    turn_undead_leftovers: str = "again"
    """again: undead left over may be tried until a roll fails; strict: immune for 24 hours (A2 #127)."""
    delay: str = "round"
    """round: a spell may be completed in any later step of the round; no: in its Magic step or not at
    all."""
    concentration: str = "disturbed"
    """disturbed: damage, violent motion and being held end it; damage: only damage, or being helpless;
    undivided: whatever its caster does himself as well."""
    hit_without_damage: str = "holds"
    """What becomes of a spell under way when a shield takes all damage of a hit."""
    grapple_hands: str = "needed"
    """Whether seizing somebody takes a free hand, two for somebody larger (A2 #120)."""
    grapple_defence: str = "better"
    """better: of physique and dexterity the better resists a grapple; phys: physique."""
    grapple_count: str = "target"
    """target: three successes pin whoever won them; grappler: three by one and the same."""
    grapple_escape: str = "all"
    """all: one check against the strongest frees from everybody; one: from one grappler at a time."""
    pinned_escape: str = "main"
    """main: the pinned, helpless otherwise, may still try to get free; no: only when let go of."""
    grapple_movement: str = "nobody"
    """nobody: neither moves; holder: whoever holds may walk off, and lets go by it."""
    variable_damage: str = "no"
    """no: every weapon does 1d6; yes: the weapon's own die (A1.4)."""
    morale: str = "on"
    """on, or off: the referee decides (A2 #60)."""
    splinter: str = "after_damage"
    """after_damage, before_damage, or off: when a shield may be splintered (A2 #115)."""
    characters_at_zero: str = "dying"
    """dying: roll for death and dying; dead: characters die like monsters (A1.6)."""
    skip_empty_steps: str = "yes"
    """Whether steps in which nobody can act are passed over."""
    resource_die: str = "two"
    """Up to which face the stock of ammunition shrinks: one, two or three; off: no die falls due."""
    sling_stones: str = "free"
    """free: stones lie about everywhere; tracked: a Resource Die falls due for them too (A2 #101)."""
    phase_before: str = "exploration"
    """What the fight interrupts, and what play goes back to: exploration, overland, downtime or pursuit."""
    order: str = "steps"
    """steps: a side's turn has four steps; free: its members act in any order (G17). Loose combat asks."""
    reach_corners: str = "block"
    """block: a long reach covers the whole block, corners included; distance: as distances are counted,
    which leaves corners out under 5-10-5 and Euclid (A2 #4)."""
    reach_near: str = "both"
    """both: a Reach weapon strikes at 5 ft too; beyond: only beyond what the body reaches (A2 #5)."""
    corner_steps: str = "forbidden"
    """forbidden: no diagonal step past a wall corner; cut: one open way round is enough (A2 #6)."""
    corner_blows: str = "one_way"
    """one_way: a diagonal blow needs one open way round a corner; both_ways: both, like a step (G6)."""
    failed_diagonal: str = "counts"
    """Whether a diagonal attempt that was thrown back counts when every second one costs double (G4)."""
    other_actions: str = "by_kind"
    """by_kind: turning and magic items belong to the Magic step, grappling to Melee; any: to no step, as
    the order of steps does not name them (A2 #53)."""
    off_hand_torch: str = "light"
    """light: a torch beside a weapon is no stance; club: it counts as an off-hand club (A2 #114)."""
    death_roll: str = "at_once"
    """at_once: asked inside whatever brought the character down; round_end: at the end of the round,
    unless it was healed before (G11)."""
    swap_places: str = "willing"
    """willing: two friends side by side may change places; no: a square has to be left first (A2 #49)."""

    @property
    def corner_cutting(self) -> bool:
        """See `MapReadings`; rulings A2 #6."""
        return self.corner_steps == "cut"

    @property
    def strict_blows(self) -> bool:
        """See `MapReadings`; rulings G6."""
        return self.corner_blows == "both_ways"


class LooseOptions(OseOptions, frozen=True, tag="ose.loose.options"):
    """The readings of Loose combat: those of Detailed combat that have a meaning in it, and its own."""

    order: str = "free"


LOOSE = "ose.loose"
"""The key of the Loose ruleset; both books share this folder's sheet and round."""

CHOICES: dict[str, tuple[str, ...]] = {
    "aoo_trigger": ("leaving", "outside"),
    "aoo_resolution": ("all", "first_hit"),
    "aoo_after_drop": ("skip", "roll"),
    "aoo_casting": ("no", "yes"),
    "aoo_braced": ("yes", "no"),
    "aoo_defending": ("yes", "no"),
    "aoo_surprised": ("yes", "no"),
    "aoo_prone": ("yes", "no"),
    "aoo_unarmed": ("no", "yes"),
    "aoo_grappled": ("yes", "no"),
    "aoo_stunt": ("yes", "no"),
    "aoo_order": ("nearest", "roster"),
    "aoo_after_casting": ("yes", "no"),
    "large_mover": ("any", "trailing"),
    "pass_friends": ("yes", "no"),
    "pass_helpless": ("yes", "no"),
    "splintered_hit": ("stops", "goes_on"),
    "charge_path": ("monotone", "shortest", "free"),
    "charge_too_close": ("forbid", "detour"),
    "charge_helpless": ("passed_over", "counted"),
    "charge_braced_enemies": ("react", "brace_only", "all"),
    "charge_attack": ("melee_step", "at_once"),
    "stopped_charge_attacks": ("yes", "no"),
    "brace_trigger": ("on_entry", "before_entry"),
    "brace_doubling": ("total", "dice"),
    "brace_limit": ("each_charger", "one"),
    "brace_several": ("all", "first_hit"),
    "brace_within": ("no", "yes"),
    "splintered_brace": ("stops", "goes_on"),
    "withdraw_policy": ("distance", "strict", "off"),
    "flee_square": ("needed", "not_needed"),
    "step_resolution": ("sequential", "simultaneous"),
    "surprise_effect": ("last", "lose"),
    "surprise_order": ("listed", "rolled"),
    "initiative_tie": ("among", "replace"),
    "surprised_declare": ("no", "yes"),
    "defence_lasts": ("next_turn", "round"),
    "ranged_ban_helpless": ("no", "yes"),
    "missile_cover": ("yes", "no"),
    "ac_penalty_duration": ("in_hand", "when_used"),
    "crossbow_preloaded": ("no", "yes"),
    "two_weapon_damage": ("main", "better"),
    "prone_to_hit": ("two", "four", "none"),
    "back_attack": ("off", "opposite", "last"),
    "second_manipulation": ("move", "main"),
    "turn_undead_range": ("sixty", "sight"),
    "turn_undead_leftovers": ("again", "strict"),
    "delay": ("round", "no"),
    "concentration": ("disturbed", "damage", "undivided"),
    "hit_without_damage": ("holds", "lost"),
    "grapple_hands": ("needed", "not_needed"),
    "grapple_defence": ("better", "phys"),
    "grapple_count": ("target", "grappler"),
    "grapple_escape": ("all", "one"),
    "pinned_escape": ("main", "no"),
    "grapple_movement": ("nobody", "holder"),
    "variable_damage": ("no", "yes"),
    "morale": ("on", "off"),
    "splinter": ("after_damage", "before_damage", "off"),
    "characters_at_zero": ("dying", "dead"),
    "skip_empty_steps": ("yes", "no"),
    "resource_die": ("two", "one", "three", "off"),
    "sling_stones": ("free", "tracked"),
    "phase_before": ("exploration", "overland", "downtime", "pursuit"),
    "reach_corners": ("block", "distance"),
    "reach_near": ("both", "beyond"),
    "corner_steps": ("forbidden", "cut"),
    "corner_blows": ("one_way", "both_ways"),
    "failed_diagonal": ("counts", "does_not"),
    "other_actions": ("by_kind", "any"),
    "off_hand_torch": ("light", "club"),
    "death_roll": ("at_once", "round_end"),
    "swap_places": ("willing", "no"),
}
LOOSE_CHOICES: dict[str, tuple[str, ...]] = {
    "order": ("free", "steps"),
    **{
        key: CHOICES[key]
        for key in (
            "surprise_effect",
            "surprise_order",
            "initiative_tie",
            "surprised_declare",
            "delay",
            "concentration",
            "hit_without_damage",
            "ac_penalty_duration",
            "two_weapon_damage",
            "prone_to_hit",
            "turn_undead_range",
            "variable_damage",
            "morale",
            "splinter",
            "characters_at_zero",
            "skip_empty_steps",
            "resource_die",
            "sling_stones",
            "phase_before",
            "corner_steps",
            "off_hand_torch",
            "death_roll",
        )
    },
}
"""What the table chooses in Loose combat. Whether the four steps are kept is asked first (OSL-PROC-02)."""


def options(battle: Battle) -> OseOptions:
    """The readings in force; the defaults of its book where the encounter names none."""
    if isinstance(battle.options, OseOptions):
        return battle.options
    return LooseOptions() if is_loose(battle) else OseOptions()


def is_loose(battle: Battle) -> bool:
    """Whether the fight is run by the Loose rules."""
    return battle.ruleset == LOOSE


def choices(battle: Battle) -> Mapping[str, tuple[str, ...]]:
    """The readings that the battle's book leaves to the table, with their values."""
    return LOOSE_CHOICES if is_loose(battle) else CHOICES


def opening_step(battle: Battle) -> Step:
    """The part in which a side's turn begins: its Move step, or the whole turn in one (G17)."""
    return Step.TURN if options(battle).order == "free" else Step.MOVE
