"""Every phrase written in the OSE modules has words, and the words name only what the phrase carries."""

import ast
import re
from pathlib import Path
from string import Formatter

import pytest

import engine.rulesets.ose
from engine.rulesets.ose.detailed import DetailedOse
from engine.rulesets.ose.loose.book import LooseOse
from engine.views.words import WORDS

MODULES = sorted(Path(engine.rulesets.ose.__file__).parent.rglob("*.py"))
KEY_AT = {"phrase": 0, "modifier": 1, "tell": 2, "soft": 0, "hard": 0}
"""Where the key stands among the arguments of each helper."""


def calls(tree):
    """(line, pattern of the key, names of the arguments or None where they are not spelt out)."""
    for node in ast.walk(tree):
        if (
            not isinstance(node, ast.Call)
            or getattr(node.func, "id", getattr(node.func, "attr", "")) not in KEY_AT
        ):
            continue
        name = getattr(node.func, "id", getattr(node.func, "attr", ""))
        if len(node.args) <= KEY_AT[name]:
            continue
        key = node.args[KEY_AT[name]]
        names = {keyword.arg for keyword in node.keywords}
        spelt = None if None in names else names | ({"who"} if name == "tell" else set())
        for pattern in patterns(key):
            yield node.lineno, pattern, spelt


def patterns(key):
    match key:
        case ast.Constant(value=str(text)):
            yield re.escape(text)
        case ast.JoinedStr(values=values):
            yield "".join(re.escape(v.value) if isinstance(v, ast.Constant) else "[a-z_]+" for v in values)
        case ast.IfExp(body=body, orelse=orelse):
            yield from patterns(body)
            yield from patterns(orelse)


def test_every_pattern_of_a_key_is_found():
    tree = ast.parse('phrase("a.b" if x else f"c.{d}", "R", who=1)\ntell(draft, who, "e.f", "R", **more)')
    assert list(calls(tree)) == [(1, "a\\.b", {"who"}), (1, "c\\.[a-z_]+", {"who"}), (2, "e\\.f", None)]


@pytest.mark.parametrize("module", MODULES, ids=lambda path: f"{path.parent.name}/{path.stem}")
def test_every_phrase_has_words_for_just_its_arguments(module):
    book = LooseOse() if module.parent.name == "loose" else DetailedOse()
    glossary = {**WORDS, **book.about.glossary}
    problems = []
    for line, pattern, names in calls(ast.parse(module.read_text("utf-8"))):
        found = [key for key in glossary if re.fullmatch(pattern, key)]
        if not found:
            problems.append(f"line {line}: no words for {pattern}")
        for key in found if names is not None and "[" not in pattern else []:
            wanted = {field for _, field, _, _ in Formatter().parse(glossary[key]) if field}
            if not wanted <= names:
                problems.append(f"line {line}: {key} names {sorted(wanted - names)}, which the phrase lacks")
    assert problems == []
