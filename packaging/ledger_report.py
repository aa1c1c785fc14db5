"""The rule ledger against the tests: which rows a test or a scenario proves, and which are open.

A row counts as proved when its id stands in a marker ``@pytest.mark.rule("OSE-AOO-07")`` of a Python
test, or in a list named ``rules`` of a scenario (TOML), anywhere under tests/. Run as a script it prints
the report for the checkout and returns 1 if a test names a row that does not exist.
"""

from __future__ import annotations

import ast
import csv
import re
import sys
import textwrap
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from pathlib import Path

LEDGER = Path("assets/rules/ledger.tsv")
BASE = LEDGER.with_name("base.tsv")  # rules of the game below: cited like the others, not counted with them
RULE_ID = re.compile(r"\b(?:OSE|OSL|OSR|OQ|SIX|CARD)-[A-Z0-9]+-\d+\b")
LISTED_SYSTEM = "OSE"  # the system whose open rows are listed one by one

Row = dict[str, str]


def read_ledger(root: Path, table: Path = LEDGER) -> dict[str, Row]:
    """Return the rows by id; their columns are id, system, section, rule, handling and scenario."""
    with (root / table).open(encoding="utf-8", newline="") as handle:
        return {row["id"]: row for row in csv.DictReader(handle, delimiter="\t", quoting=csv.QUOTE_NONE)}


def proved_ids(root: Path) -> dict[str, list[str]]:
    """Return each id that a test or a scenario claims to prove, with the files that claim it."""
    claims: dict[str, list[str]] = defaultdict(list)
    for path in sorted((root / "tests").rglob("*")):
        for rule_id in sorted(set(_claims_in(path))):
            claims[rule_id].append(path.relative_to(root).as_posix())
    return dict(claims)


def _claims_in(path: Path) -> Iterable[str]:
    if path.suffix == ".py":
        return _marked(ast.parse(path.read_text(encoding="utf-8"), str(path)))
    if path.suffix == ".toml":
        try:
            return _listed(tomllib.loads(path.read_text(encoding="utf-8")))
        except (tomllib.TOMLDecodeError, UnicodeDecodeError):
            return ()  # a broken file is some test's input and proves nothing by itself
    return ()


def _marked(tree: ast.AST) -> Iterator[str]:
    """Ids in calls of the marker, also by a short name given to it (``rule = pytest.mark.rule``)."""
    short = {
        target.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Assign) and ast.unparse(node.value).endswith("mark.rule")
        for target in node.targets
        if isinstance(target, ast.Name)
    }
    for node in ast.walk(tree):
        if not isinstance(node, ast.Call):
            continue
        called = ast.unparse(node.func)
        if called.endswith("mark.rule") or called in short:
            for argument in node.args:
                if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                    yield argument.value


def _listed(value: object) -> Iterator[str]:
    if isinstance(value, list):
        for item in value:
            yield from _listed(item)
    elif isinstance(value, dict):
        for key, item in value.items():
            if key == "rules" and isinstance(item, list):
                yield from (rule_id for rule_id in item if isinstance(rule_id, str))
            else:
                yield from _listed(item)


def summary(rows: dict[str, Row], proved: Iterable[str]) -> list[str]:
    """Return one line a system: how many of its rows are proved."""
    done = set(proved)
    systems: dict[str, list[str]] = defaultdict(list)
    for rule_id, row in rows.items():
        systems[f"{_system(rule_id):5}{row['system']}"].append(rule_id)
    return [f"{len(done.intersection(ids)):4} of {len(ids):4}  {system}" for system, ids in systems.items()]


def open_rows(rows: Iterable[str], proved: Iterable[str], system: str) -> list[str]:
    """Return the system's rows that nothing proves, one line a group: ``AOO  01 03-07 12``."""
    done = set(proved)
    groups: dict[str, list[str]] = defaultdict(list)
    for rule_id in rows:
        if _system(rule_id) == system and rule_id not in done:
            _, group, number = rule_id.split("-")
            groups[group].append(number)
    return [f"{group:10}{_runs(sorted(numbers))}" for group, numbers in groups.items()]


def _system(rule_id: str) -> str:
    return rule_id.split("-", 1)[0]


def _runs(numbers: list[str]) -> str:
    """Join neighbouring numbers: 01 02 03 07 becomes 01-03 07."""
    runs: list[list[str]] = []
    for number in numbers:
        if runs and int(number) == int(runs[-1][-1]) + 1:
            runs[-1] = [runs[-1][0], number]
        else:
            runs.append([number])
    return " ".join("-".join(run) for run in runs)


def main() -> int:
    root = Path(__file__).resolve().parent.parent
    rows, proved = read_ledger(root), proved_ids(root)
    print("Rows of the rule ledger proved by a test or a scenario")
    print("\n".join(summary(rows, proved)))
    still_open = open_rows(rows, proved, LISTED_SYSTEM)
    if still_open:
        print(f"\nOpen rows of {LISTED_SYSTEM}")
        for line in still_open:
            print(textwrap.fill(line, 110, subsequent_indent=" " * 10))
    unknown = sorted(set(proved) - set(rows) - set(read_ledger(root, BASE)))
    for rule_id in unknown:
        print(f"{rule_id} is no row of the ledger, but is named in {', '.join(proved[rule_id])}")
    return 1 if unknown else 0


if __name__ == "__main__":
    sys.exit(main())
