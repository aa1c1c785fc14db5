"""What each rule book says somebody used up in a fight."""

from msgspec.structs import replace

from engine.rulesets.registry import ruleset


def test_each_rule_book_names_what_it_keeps_count_of(fights):
    for key, fight in fights.items():
        rules = ruleset(key)
        for actor in fight.actors.values():
            assert rules.spent((actor, actor)) == ()
    hero = fights["os_six"].actors["E"]
    worn = replace(hero, sheet=replace(hero.sheet, luck=0, strain=2))
    assert [said.key for said in ruleset("os_six").spent((hero, worn))] == [
        "six.spent.luck",
        "six.spent.strain",
    ]
    one = fights["openquest"].actors["R"]
    rich = replace(one, sheet=replace(one.sheet, hero_points=2))
    assert [said.args["count"] for said in ruleset("openquest").spent((rich, one))] == [2]
