"""Small fights, one for each ruleset, and a hand that plays them with given dice."""

from types import SimpleNamespace

import pytest
from msgspec.structs import replace

from engine.model.actor import Actor
from engine.model.battle import Battle, Control, Side
from engine.model.commands import Act, Advance, Begin
from engine.model.requests import AskRoll
from engine.rulesets.openquest.options import OpenQuestOptions
from engine.rulesets.openquest.sheet import FIST, OpenQuestSheet, OqWeapon, Size
from engine.rulesets.os_six.options import SixOptions
from engine.rulesets.os_six.sheet import SixSheet, SixWeapon
from engine.rulesets.ose.arms import arms_of
from engine.rulesets.ose.options import LooseOptions, OseOptions
from engine.rulesets.ose.sheet import Hands, OseSheet, Quality, Shield, Weapon
from engine.rulesets.ose.spell_facts import Spell
from engine.rulesets.reduction.options import ReductionOptions
from engine.rulesets.reduction.sheet import ReductionSheet
from engine.rulesets.registry import ruleset
from engine.session.session import Finished, Refused, new_session
from engine.testing import Script, ascii_terrain, play
from engine.views.audience import Audience
from engine.views.narrate import Narrator

SIDES = (
    Side("party", "Party", Control.PLAYERS, ("foes",)),
    Side("foes", "Foes", Control.REFEREE, ("party",)),
)
DIRECTIONS = {
    "n": (0, -1), "ne": (1, -1), "e": (1, 0), "se": (1, 1),
    "s": (0, 1), "sw": (-1, 1), "w": (-1, 0), "nw": (-1, -1),
}  # fmt: skip

LONGSWORD = OqWeapon("longsword", "Longsword", (8,))
LONGSPEAR = OqWeapon("longspear", "Longspear", (8,), size=Size.HEAVY, reach=2, settable=True)
SHORTSPEAR = OqWeapon("shortspear", "Shortspear", (6,), settable=True)
GREATSWORD = OqWeapon("greatsword", "Greatsword", (8, 8), size=Size.HUGE, great=True, hands=2)
DAGGER = OqWeapon("dagger", "Dagger", (4,), bonus=1, size=Size.LIGHT)

MACE = OqWeapon("mace", "Mace", (8,), great=True, enc=2)
BUCKLER = OqWeapon("buckler", "Buckler", (4,), shield=True)
SHIELD = OqWeapon("shield", "Medium shield", (6,), size=Size.HEAVY, shield=True, enc=2)
LARGE_SHIELD = OqWeapon("large-shield", "Large shield", (8,), size=Size.HUGE, shield=True, enc=3)
BOW = OqWeapon("bow", "Short bow", (8,), range=75, hands=2)
CROSSBOW = OqWeapon("crossbow", "Light crossbow", (8,), range=125, rate=2, no_modifier=True)
JAVELIN = OqWeapon("javelin", "Javelin", (6,), range=20, thrown=True, enc=1)
CLAW = OqWeapon("claw", "Claw", (4,), natural=True, hands=0)
BITE = OqWeapon("bite", "Bite", (6,), natural=True, hands=0)

MACHETE = SixWeapon("machete", "Machete")
RIFLE = SixWeapon("rifle", "Assault rifle", bonus=2, range=60)


def battle_of(key, rows, pages, options=None):
    """Capitals on the ASCII map stand with the party, small letters with the foes; `.` is an open square."""
    terrain, marks = ascii_terrain(rows.split())
    actors = {
        letter: Actor(letter, letter, "party" if letter.isupper() else "foes", cell, sheet=pages[letter])
        for letter, cell in marks.items()
    }
    return Battle(key, "Test", SIDES, actors, terrain, options=options)


class Hand:
    """Plays a battle through a session; every command takes the answers it needs."""

    def __init__(self, battle):
        self.rules = ruleset(battle.ruleset)
        self.session = new_session(self.rules, battle)

    @property
    def battle(self):
        return self.session.battle

    def actor(self, who):
        return self.battle.actors[who]

    def page(self, who):
        return self.actor(who).sheet

    def at(self, who):
        return self.actor(who).cell

    def begin(self, *answers):
        return self.done(play(self.session, Begin(), answers))

    def go_on(self, *answers, overrule=False):
        return self.done(play(self.session, Advance(overrule=overrule), answers))

    def act(self, who, verb, path="", target="", answers=(), overrule=False, **picks):
        """`path` is a string of compass steps from where the actor stands."""
        return self.done(
            play(self.session, self.command(who, verb, path, target, overrule, **picks), answers)
        )

    def refused(self, who, verb, path="", target="", **picks):
        """Rules of the reasons against an act; fails if it is carried out."""
        result = play(self.session, self.command(who, verb, path, target, **picks))
        assert isinstance(result, Refused), result
        return {refusal.reason.rule for refusal in result.refusals}

    def command(self, who, verb, path="", target="", overrule=False, **picks):
        cells, (x, y) = [], self.at(who)
        for name in path.split():
            x, y = x + DIRECTIONS[name][0], y + DIRECTIONS[name][1]
            cells.append((x, y))
        targets = (target,) if target else ()
        return Act(who, verb, tuple(cells), targets, picks=picks, overrule=overrule)

    def option(self, who, verb):
        menu = self.rules.menu(self.session.board, self.actor(who))
        return next(option for option in menu if option.verb == verb)

    @staticmethod
    def done(result):
        assert isinstance(result, Finished), result
        return result.entry.events


class OqHand(Hand):
    """The encounter begins at close distance unless it is said."""

    def begin(self, *answers):
        return super().begin(*(answers or ("close",)))

    def asked(self, command, *answers):
        """The question that is open after these answers; the command is given up."""
        result = self.session.submit(command)
        script = Script(answers)
        while script.left:
            result = self.session.answer(script(result.request))
        request = result.request
        self.session.abandon()
        return request

    def beats(self, who, verb, path="", target="", answers=(), **picks):
        """What the attack roll of an act has to be at or under, as the first roll it asks for says."""
        result = self.session.submit(self.command(who, verb, path, target, **picks))
        script = Script(answers)
        while not isinstance(result.request, AskRoll):
            result = self.session.answer(script(result.request))
        beats = result.request.beats
        self.session.abandon()
        return beats

    def picks(self, command, *answers):
        """Keys of the choices of the question that is open after these answers."""
        return [pick.key for pick in self.asked(command, *answers).picks]

    def rounds_on(self):
        """Go on to the first count of the next round."""
        number = self.rules.progress(self.battle).round
        while self.rules.progress(self.battle).round == number:
            self.go_on(overrule=True)

    def to(self, who, what="action"):
        """Go on to a count of somebody, in this round or the next."""
        for _ in range(40):
            if self.rules.progress(self.battle).current.key.startswith(f"{who}:{what}"):
                return
            self.go_on(overrule=True)
        raise AssertionError(f"{who} has no count")


class OsrHand(Hand):
    """Nobody is ambushed unless it is said."""

    def begin(self, *answers):
        return super().begin(*(answers or ("none",)))

    @property
    def phase(self):
        return self.battle.round.phase.value

    def passes(self):
        """Let all who have declared nothing pass, by GM ruling where the rules would not have it."""
        for who in self.rules.progress(self.battle).waiting:
            self.act(who, "pass", overrule=True)

    def to_attacks(self, *answers):
        self.passes()
        return self.go_on(*answers)

    def to_next_round(self):
        """Nothing more happens in this round; dice come out so that everybody stands."""
        self.passes()
        number = self.battle.round.number
        while self.battle.round.number == number and self.phase != "over":
            harmed = [actor for actor in self.battle.actors.values() if actor.active and actor.sheet.hurt]
            dice = [(6,) * actor.sheet.hit_dice for actor in harmed] if self.phase == "hit_dice" else []
            self.go_on(*dice, overrule=True)

    def asked(self, command, *answers):
        """The question that is open after these answers; the command is given up."""
        result = self.session.submit(command)
        for answer in answers:
            result = self.session.answer(answer)
        request = result.request
        self.session.abandon()
        return request

    def say(self, events, audience=Audience.GM):
        """Log lines of some events."""
        return [line.text for line in self.narrator(audience).lines(events)]

    def narrator(self, audience=Audience.GM):
        return Narrator(self.battle, self.rules.about.glossary, audience)


def reduction(rows, options=None, **pages):
    """Everybody AC 5, HD 2+0, one attack of 3, TH 18, MV 4, ML 7, unless said; `together` share a space."""
    common = {"ac": 5, "hit_dice": 2, "hit_bonus": 0, "attacks": (3,), "to_hit": 18, "move": 4, "morale": 7}
    sheets = {
        letter: ReductionSheet(**{**common, **pages.get(letter, {})})
        for letter in "".join(rows.split())
        if letter.isalpha()
    }
    return battle_of("reduction", rows, sheets, ReductionOptions(**(options or {})))


def together(battle, *groups):
    """The same battle with the others of each group moved into the space of its first."""
    actors = dict(battle.actors)
    for first, *others in groups:
        for other in others:
            actors[other] = replace(actors[other], cell=actors[first].cell)
    return replace(battle, actors=actors)


def openquest(rows="R.g", options=None, **pages):
    """Everybody has 12 HP, Close 50, Dodge 50 and a longsword, R DEX 12 and the others less, unless said."""
    common = {"hp": 12, "max_hp": 12, "close": 50, "dodge": 50, "resilience": 47, "weapons": (LONGSWORD,)}
    marks = [letter for letter in "".join(rows.split()) if letter.isalpha()]
    sheets = {
        letter: OpenQuestSheet(**{**common, "dex": 12 - number, **pages.get(letter, {})})
        for number, letter in enumerate(marks)
    }
    return battle_of("openquest", rows, sheets, OpenQuestOptions(**(options or {})))


def os_six(rows="E.t", options=None, **pages):
    """Capitals are heroes with Brawn 3, Agility 2 and 12 HP, small letters foes with 8; all have machetes."""
    hero = {"hero": True, "brawn": 3, "agility": 2, "hp": 12, "max_hp": 12, "weapons": (MACHETE,)}
    foe = {"brawn": 2, "agility": 2, "hp": 8, "max_hp": 8, "weapons": (MACHETE,)}
    sheets = {
        letter: SixSheet(**{**(hero if letter.isupper() else foe), **pages.get(letter, {})})
        for letter in "".join(rows.split())
        if letter.isalpha()
    }
    return battle_of("os_six", rows, sheets, SixOptions(**(options or {})))


def ose():
    """A fighter with a shield, a caster and an archer against a spear, a pole arm and two swords."""
    sword = Weapon("sword", "Sword")
    bow = Weapon("bow", "Bow", (Quality.MISSILE, Quality.BOW), ranges=(50, 100, 150))
    spear = Weapon("spear", "Spear", (Quality.MELEE, Quality.MISSILE, Quality.BRACE), ranges=(20, 40, 60))
    polearm = Weapon("polearm", "Pole arm", (Quality.MELEE, Quality.BRACE, Quality.REACH))
    common = {"hp": 8, "max_hp": 8, "ac": 13, "rate": 30, "morale": 7}
    hero = {**common, "character": True, "morale": None}
    gear = {
        "K": OseSheet(**hero, gear=(sword,), shields=(Shield(),), hands=Hands("sword", "shield")),
        "B": OseSheet(**hero, gear=(sword,), spells=(Spell("Sleep"),), hands=Hands("sword")),
        "C": OseSheet(**hero, gear=(bow, sword), hands=Hands("bow")),
        "s": OseSheet(**common, gear=(spear,), hands=Hands("spear")),
        "p": OseSheet(**common, gear=(polearm,), hands=Hands("polearm")),
        "g": OseSheet(**common, gear=(sword,), hands=Hands("sword")),
        "h": OseSheet(**common, gear=(sword,), hands=Hands("sword")),
    }
    battle = battle_of("ose.detailed", "K....s... B.....p.. ....,..g. C..#....h", gear, OseOptions())
    armed = {key: replace(actor, arms=arms_of(actor)) for key, actor in battle.actors.items()}
    return replace(battle, actors=armed)


def loose():
    """The same people, all a blow from going down, by the Loose rules; the archer has a crossbow."""
    battle = replace(ose(), ruleset="ose.loose", options=LooseOptions())
    actors = {key: replace(one, sheet=replace(one.sheet, hp=3)) for key, one in battle.actors.items()}
    archer = actors["C"]
    crossbow = Weapon("bow", "Crossbow", (Quality.MISSILE, Quality.CROSSBOW), ranges=(80, 160, 240))
    page = replace(archer.sheet, gear=(crossbow, *archer.sheet.gear[1:]), other_rate=15)
    return replace(battle, actors={**actors, "C": replace(archer, sheet=page)})


def small_fights():
    """A fight for each ruleset, by its key."""
    return {
        "ose.detailed": ose(),
        "ose.loose": loose(),
        "reduction": together(
            reduction(
                "K.b. M..d ..e.",
                K={"taken": 6},
                M={"missile_range": 3, "reloads": True},
                b={"attacks": (2, 4), "taken": 6, "effects": ("", "poison")},
                d={"missile_range": 2, "stowed": True},
            ),
            ("K", "b"),
        ),
        "openquest": openquest(
            "R...g.. L..s..h ..,....",
            R={"weapons": (LONGSWORD, DAGGER), "off_hand": "dagger", "damage_modifier": (6,)},
            L={"casts": True, "intellect": 18, "weapons": (GREATSWORD,), "hp": 4},
            s={"weapons": (LONGSPEAR,), "hp": 3},
            g={"hp": 3},
            h={"damage_modifier": (4,), "weakling": True, "armour": 3},
        ),
        "os_six": os_six(
            "Et.... MK.#g. ..b...",
            options={"leaving_melee": "attack"},
            E={"hp": 4, "luck": 1},
            M={"kit": True, "calming": True, "strain": 9},
            K={"hp": 0, "max_hp": 0},
            t={"hp": 3},
            g={"weapons": (replace(RIFLE, recoil=True, strain=1),), "horror": 2},
            b={"attacks": 2, "strong": True, "weapons": (replace(MACHETE, stun=3),)},
        ),
    }


@pytest.fixture
def oq():
    return SimpleNamespace(
        fight=lambda *rows, **pages: OqHand(openquest(*rows, **pages)),
        longsword=LONGSWORD,
        longspear=LONGSPEAR,
        shortspear=SHORTSPEAR,
        greatsword=GREATSWORD,
        dagger=DAGGER,
        mace=MACE,
        buckler=BUCKLER,
        shield=SHIELD,
        large_shield=LARGE_SHIELD,
        bow=BOW,
        crossbow=CROSSBOW,
        javelin=JAVELIN,
        claw=CLAW,
        bite=BITE,
        fist=FIST,
    )


@pytest.fixture
def six():
    return SimpleNamespace(
        fight=lambda *rows, **pages: Hand(os_six(*rows, **pages)),
        machete=MACHETE,
        rifle=RIFLE,
        rules=ruleset("os_six"),
    )


@pytest.fixture
def osr():
    def fight(rows, *groups, options=None, **pages):
        return OsrHand(together(reduction(rows, options, **pages), *groups))

    return SimpleNamespace(fight=fight)


@pytest.fixture
def fights():
    return small_fights()
