"""What the OSE rules remember about one actor: abilities, gear in two hands, natural attacks, its turn."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct

from engine.model.actor import Actor, Guest
from engine.model.phrase import ActorId, Cell, Phrase, SideId, phrase
from engine.rulesets.ose.items import Item
from engine.rulesets.ose.spell_facts import Spell

FEET_PER_SQUARE = 5


class Quality(StrEnum):
    """Weapon qualities of the house rules (rulings A1.5)."""

    MELEE = "melee"
    MISSILE = "missile"
    BRACE = "brace"
    REACH = "reach"
    TWO_HANDED = "two-handed"
    OFF_HAND = "off-hand"
    SMALL = "small"
    BLUNT = "blunt"
    VERSATILE = "versatile"
    CHARGE = "charge"
    SPLASH = "splash"
    SLING = "sling"
    BOW = "bow"
    CROSSBOW = "crossbow"


class Ability(StrEnum):
    """The four abilities; a weapon may name the one that modifies it (OSE-GEN-09)."""

    PHYS = "phys"
    DEX = "dex"


class Weapon(Struct, frozen=True):
    """A weapon or natural attack. `damage` is the die of an attack in sides and count, `ranges` in feet."""

    key: str
    name: str
    qualities: tuple[Quality, ...] = (Quality.MELEE,)
    dice: int = 1
    sides: int = 6
    bonus: int = 0
    """Damage added by the weapon or creature itself (1d6+1)."""
    variable: tuple[int, int] | None = None
    """Dice and sides under the option of variable weapon damage, where it differs."""
    ranges: tuple[int, int, int] | None = None
    """Short, medium and long range in feet for missiles."""
    natural: bool = False
    reach: int = 0
    """Squares of reach of a natural attack; 0 takes the body's own reach."""
    ability: Ability | None = None
    light: int = 0
    """Feet around it that it lights up while it burns (a torch)."""
    effect: str = ""
    """What a hit does beyond its damage, as the creature list has it: "paralysis (not elves)", "poison"."""
    harms: str = ""
    """Whom alone it harms: "undead" (holy water); empty for everybody."""

    def has(self, quality: Quality) -> bool:
        """Whether the weapon has the quality."""
        return quality in self.qualities

    @property
    def hands(self) -> int:
        """Hands needed to use it."""
        two = (Quality.TWO_HANDED, Quality.REACH, Quality.CROSSBOW, Quality.BOW, Quality.SLING)
        return 0 if self.natural else 2 if any(self.has(quality) for quality in two) else 1


class Shield(Struct, frozen=True):
    """A shield carried or strapped on."""

    key: str = "shield"
    name: str = "Shield"
    bonus: int = 1


class Hands(Struct, frozen=True):
    """What is held, by gear key; a two-handed weapon stands in `main` with `off` empty."""

    main: str = ""
    off: str = ""


class Scores(Struct, frozen=True):
    """Ability scores from 3 to 18; 0 where nobody wrote one down."""

    phys: int = 0
    dex: int = 0
    comp: int = 0
    cha: int = 0


class Turning(Struct, frozen=True):
    """By whom an undead was turned and where, and the round in which that ends."""

    by: ActorId
    until: int
    where: Cell


class Soaked(Struct, frozen=True):
    """What a flask that hit will do once more: its dice, who threw it, at the end of which round."""

    name: str
    dice: tuple[int, ...]
    by: ActorId
    until: int


class Charm(Struct, frozen=True):
    """Which side a charmed creature was on, and which it came over to."""

    was: SideId
    now: SideId


class Casting(StrEnum):
    """How far a declared spell has come (rulings A2 #102, #104)."""

    NONE = ""
    DECLARED = "declared"
    CASTING = "casting"
    DONE = "done"
    CANCELLED = "cancelled"
    LOST = "lost"


class Muddled(StrEnum):
    """What confusion makes of an actor's round; empty until that is known."""

    NONE = ""
    CASTERS = "casters"
    """It attacks the side of whoever confused it."""
    NOTHING = "nothing"
    OWN = "own"
    """It attacks its own side."""
    FREE = "free"


class Turn(Struct, frozen=True):
    """What an actor has done this round. Renewed when the round begins."""

    move_closed: bool = False
    """The Move action is spent for something else than, or besides, the walking counted in `Actor.stride`."""
    main_spent: bool = False
    manipulations: int = 0
    passed: tuple[str, ...] = ()
    """Steps (move, missile, magic, melee) in which the actor is done."""
    manner: str = ""
    """How it moves this round once it has begun: move, withdraw, charge, flee."""
    charge_target: str = ""
    """The enemy named by a charge; its attack waits for the Melee step."""
    braced: bool = False
    braced_against: tuple[str, ...] = ()
    """Chargers already attacked by this brace (rulings A2 #79)."""
    defending: bool = False
    """Full Defence declared for this round."""
    casting: Casting = Casting.NONE
    spell: str = ""
    on_eyes: bool = False
    """The spell is cast on somebody's eyes."""
    shot: tuple[str, ...] = ()
    """Keys of missile weapons used this round."""
    attacked: bool = False
    closed_at: int = 0
    """Squares walked when the Move action was closed, while `move_closed` holds."""
    main_moved: bool = False
    """The Main action went into moving on (OSE-MOVE-02)."""
    charge_stopped: bool = False
    """A braced weapon stopped the charge (rulings A2 #72)."""
    retreat_from: tuple[str, ...] = ()
    """Enemies that threatened the square where a withdrawal began (rulings G10)."""
    forgone: bool = False
    """The two-handed weapon is carried in one hand this round (rulings A2 #112)."""
    used: tuple[str, ...] = ()
    """Keys of weapons struck with this round, opportunity attacks included (rulings A2 #97)."""
    undisturbed: tuple[str, ...] = ()
    """Conditions under which the referee let the caster keep the spell (OSE-SPELL-08)."""
    free_actions: int = 0
    """Free actions taken, Manipulations not counted."""
    free_limited: bool = False
    """The referee allows no more of them this round (OSE-ACT-08)."""
    hit: bool = False
    """Harmed this round, for the mark that stands in for a miniature's."""
    muddled: Muddled = Muddled.NONE
    hurt_by_hand: bool = False
    """The GM took hit points from it in the middle of a spell, and has not been asked about that yet."""


class OseSheet(Guest, Struct, frozen=True, tag="ose.sheet"):
    """The rule book's page on one actor. Lengths in feet, armour class ascending."""

    hp: int
    max_hp: int
    ac: int = 10
    """Armour class without shield, stance and conditions."""
    attack_bonus: int = 0
    phys: int = 0
    dex: int = 0
    """Ability modifiers."""
    rate: int = 40
    """Tactical Movement Rate in feet."""
    role: str = ""
    """One line for the card: "Thief 2", "Goblin"."""
    hit_dice: str = "1"
    morale: int | None = None
    """Morale 2 to 12; None never checks (characters)."""
    character: bool = False
    """Rolls for death and dying at 0 HP; monsters die (rulings A1.6)."""
    gear: tuple[Weapon, ...] = ()
    shields: tuple[Shield, ...] = ()
    natural: tuple[Weapon, ...] = ()
    body_reach: int = 1
    """Squares a melee blow of the body itself reaches."""
    routines: tuple[tuple[str, ...], ...] = ()
    """Alternative sets of attacks made on its own turn, by weapon key (a key may come twice).

    Empty: the natural attacks one after the other, or one blow with a weapon in hand.
    """
    save_death: int = 12
    """What a d20 must reach to save against death."""
    hands: Hands = Hands()
    spells: tuple[Spell, ...] = ()
    turns_undead: bool = False
    shots: tuple[tuple[str, int], ...] = ()
    """Missiles shot in this fight by weapon key."""
    splintered: tuple[str, ...] = ()
    """Names of shields given for the damage of a hit in this fight (OSE-SHIELD-05)."""
    no_ammunition: tuple[str, ...] = ()
    """Weapon keys whose ammunition has run out."""
    soaked: tuple[Soaked, ...] = ()
    """Flasks whose second damage is still to come (rulings A1.5)."""
    turn: Turn = Turn()
    defending_until: int = 0
    """Full Defence lasts until this actor's side begins its turn in that round; 0 is not defending."""
    dead: bool = False
    death_due: int = 0
    """Rolls for death and dying that wait for the end of the round (rulings G11)."""
    beside: tuple[ActorId, ...] = ()
    """Enemies within 5 ft in the order they came, where the table plays it so (rulings A2 #117)."""
    fled: bool = False
    pursues: ActorId = ""
    """The fleer it went after, off the map as well (OSE-FLEE-06)."""
    surrendered: bool = False
    """Out of the fight by morale: still on the map, no longer fighting."""
    spared: tuple[str, ...] = ()
    """Enemies who may not strike at this actor's next movement (a feint, OSE-AOO-20)."""
    items: tuple[Item, ...] = ()
    """What else is carried: lights, potions, magic items, packs."""
    lit: tuple[str, ...] = ()
    """Keys of what burns."""
    packed: tuple[str, ...] = ()
    """Keys of what is in the backpack and out of reach (OSE-MANIP-17)."""
    resources: tuple[tuple[str, int], ...] = ()
    """Sides of the Resource Die of ammunition by weapon key, where it is no d6 any more."""
    resources_due: tuple[str, ...] = ()
    """Weapon keys whose Resource Die was put off (OSE-PROC-12)."""
    scores: Scores = Scores()
    saves: tuple[int, ...] = ()
    """What a d20 must reach against each of `checks.SAVES`; empty goes by hit dice."""
    level: int = 0
    """Level of a character for casting and for turning undead; 0 takes that of the class in `role`."""
    undead: bool = False
    favoured: str = ""
    """Key of the weapon the deity favours (OSE-TURN-02)."""
    grapple: int = 0
    """Bonus of a creature good at grappling (OSE-GRAPPLE-07)."""
    grapple_resistance: int = 0
    """Bonus of a creature hard to grapple, while it is grappled at (OSE-GRAPPLE-08)."""
    grappled_by: tuple[ActorId, ...] = ()
    grappling: tuple[ActorId, ...] = ()
    """Whom it holds."""
    holds: int = 0
    """Successful grapples against it since it was last free (OSE-GRAPPLE-09)."""
    holds_by: tuple[ActorId, ...] = ()
    """Who won them, one entry each."""
    turning: Turning | None = None
    unturnable: tuple[tuple[ActorId, int], ...] = ()
    """Who cannot turn it, and the round from which he can again (OSE-TURN-28)."""
    charm: Charm | None = None
    intent: str = ""
    """What it is up to since its turning ended: return, hunt or other."""
    concentrating: str = ""
    """The completed spell it keeps up."""
    reloading: str = ""
    """Key of a crossbow that was shot and is not loaded again; its user stays where he is (OSL-RANGED-07)."""
    encumbered: bool = False
    other_rate: int = 0
    """The rate in the other state of load, in feet; 0 while load is not tracked (rulings A1.2)."""


def sheet(actor: Actor) -> OseSheet:
    """The actor's OSE page. TypeError if it has none: such an actor cannot take part."""
    if not isinstance(actor.sheet, OseSheet):
        raise TypeError(f"{actor.name} has no OSE sheet")
    return actor.sheet


def weapon(page: OseSheet, key: str) -> Weapon | None:
    """The carried weapon or natural attack with that key."""
    for item in (*page.gear, *page.natural):  # asked too often for a generator
        if item.key == key:
            return item
    return None


def weapon_name(item: Weapon) -> Phrase:
    """The weapon's name within a sentence."""
    return phrase("weapon.name", "", name=item.name[:1].lower() + item.name[1:])


def held_weapons(page: OseSheet) -> tuple[Weapon, ...]:
    """Weapons in hand, main hand first."""
    found = (weapon(page, key) for key in (page.hands.main, page.hands.off) if key)
    return tuple(item for item in found if item is not None)


def held_shield(page: OseSheet) -> Shield | None:
    """The shield in hand, if any."""
    return next((shield for shield in page.shields if shield.key in (page.hands.main, page.hands.off)), None)


def free_hands(page: OseSheet) -> int:
    """Hands that hold nothing; a two-handed weapon takes both (rulings A2 #112, G12 for bows)."""
    main = weapon(page, page.hands.main) if page.hands.main else None
    if main is not None and main.hands == 2 and not main.has(Quality.BOW) and not main.has(Quality.SLING):
        return 0
    return (page.hands.main == "") + (page.hands.off == "")
