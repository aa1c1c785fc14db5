"""What a person writes on a sheet."""

from __future__ import annotations

from engine.model.form import FormField

FORM: tuple[FormField, ...] = (
    FormField("hp", "HP", "rolled from Brawn", main=True, at_most="max_hp"),
    FormField("max_hp", "HP unhurt", "the same", main=True, follows="hp"),
    FormField("brawn", "Brawn", "2", most=12, empty=2, main=True),
    FormField("agility", "Agility", "2", most=12, empty=2, main=True),
    FormField("mind", "Mind", "2", most=12, empty=2, main=True),
    FormField("will", "Will", "2", most=12, empty=2, main=True),
    FormField("armour", "Armour", "0", most=20, main=True),
    FormField("weapons", "Weapons", "fists", main=True, note="Machete, 9 mm pistol, or Sword 1d6+1 reach 1"),
    FormField("gear", "Equipment", "nothing", main=True),
    FormField("hero", "A hero: has strain, luck and panic", main=True),
    FormField("move", "Movement", "6", most=60, empty=6, unit="squares"),
    FormField("attacks", "Attacks a turn", "1", least=1, most=9, empty=1),
    FormField("strain", "Strain", "0", most=12),
    FormField("luck", "Luck Points", "0", most=99),
    FormField("temp", "Temporary HP", "0", most=99),
    FormField("kit", "Has a first aid kit"),
    FormField("medic", "Has a medical skill"),
    FormField("calming", "Calms others: Psychology, Religion"),
    FormField("shield", "Carries a shield: blocks missiles"),
    FormField("important", "Important: fights for its life at 0 HP"),
    FormField("strong", "Much stronger than its size"),
    FormField("horror", "Strain from its first sight", "none", most=12),
    FormField("ailment", "Poison or bleeding does", "nothing said"),
    FormField("ailment_die", "Its damage: a die with so many sides", "none", most=20),
    FormField("ailment_every", "Every so many turns", "never", most=99),
    FormField("role", "What it is", "nothing said"),
)
