"""Rule ids in code and tests are rows of the ledger, and the report counts what tests prove."""

import re

import pytest

FAKE = "OSE-" + "ZZZ-"  # put together here, so that it is no id to the test that looks for ids


def named_ids(root, report):
    """Return each rule id named in code, tests and scenarios, with the files that name it."""
    found = {}
    for folder in ("engine", "gui", "tests"):
        for path in (root / folder).rglob("*"):
            if path.suffix in {".py", ".toml"}:
                for rule_id in report.RULE_ID.findall(path.read_text("utf-8", errors="replace")):
                    found.setdefault(rule_id, set()).add(path.relative_to(root).as_posix())
    return found


def test_every_id_that_is_named_is_a_row(root, tool):
    report = tool("ledger_report")
    rows = report.read_ledger(root) | report.read_ledger(root, report.BASE)
    assert {rule_id: files for rule_id, files in named_ids(root, report).items() if rule_id not in rows} == {}


@pytest.mark.parametrize("table", ["LEDGER", "BASE"])
def test_the_ledger_is_whole(table, root, tool):
    report = tool("ledger_report")
    path = getattr(report, table)
    lines = (root / path).read_text("utf-8").splitlines()
    rows = report.read_ledger(root, path)
    assert len(rows) == len(lines) - 1, "two rows share an id"
    for rule_id, row in rows.items():
        assert report.RULE_ID.fullmatch(rule_id)
        assert all(row.values()), f"{rule_id} has an empty column"
        assert row["handling"] in {"enforce", "prompt", "show"}


def test_rule_comments_have_one_form(root):
    odd = re.compile(r"#\s*(?:rule|Rules|RULE)\b\s*:")
    for path in (root / "engine").rglob("*.py"):
        assert not odd.search(path.read_text("utf-8")), (
            f"{path} cites a rule in another form than '# Rule: ID'"
        )


@pytest.fixture
def checkout(tmp_path, tool):
    """A small checkout with a ledger of eight rows, a test and a scenario that name some of them."""
    report = tool("ledger_report")
    ledger = tmp_path / report.LEDGER
    ledger.parent.mkdir(parents=True)
    columns = "id\tsystem\tsection\trule\thandling\tscenario\n"
    rows = [f"{FAKE}{n:02}\tHouse\tS\tR\tenforce\tgiven" for n in (3, 1, 2, 4, 5, 6, 8, 9)]
    ledger.write_text(columns + "\n".join(rows) + "\n", "utf-8")
    tests = tmp_path / "tests" / "deep"
    tests.mkdir(parents=True)
    marked = f"import pytest\n@pytest.mark.rule('{FAKE}01', '{FAKE}02')\ndef test_a(): pass\n"
    params = (
        f"P = pytest.param(1, marks=pytest.mark.rule('{FAKE}08'))\n# {FAKE}03 in a comment proves nothing\n"
    )
    (tests / "test_a.py").write_text(marked + params, "utf-8")
    short = f"rule = pytest.mark.rule\n@rule('{FAKE}09')\ndef test_b(): pass\nother('{FAKE}04')\n"
    (tests / "test_b.py").write_text(short, "utf-8")
    (tests / "a.toml").write_text(f"title = '{FAKE}04'\n[scenario]\nrules = ['{FAKE}05']\n", "utf-8")
    (tests / "broken.toml").write_text(f"rules = ['{FAKE}06'", "utf-8")
    return tmp_path


def test_markers_and_scenarios_prove_rows(checkout, tool):
    report = tool("ledger_report")
    assert report.proved_ids(checkout) == {
        f"{FAKE}01": ["tests/deep/test_a.py"],
        f"{FAKE}02": ["tests/deep/test_a.py"],
        f"{FAKE}05": ["tests/deep/a.toml"],
        f"{FAKE}08": ["tests/deep/test_a.py"],
        f"{FAKE}09": ["tests/deep/test_b.py"],
    }


def test_open_rows_are_listed_in_runs(checkout, tool):
    report = tool("ledger_report")
    rows, proved = report.read_ledger(checkout), report.proved_ids(checkout)
    assert report.open_rows(rows, proved, "OSE") == ["ZZZ       03-04 06"]
    assert report.summary(rows, proved) == ["   5 of    8  OSE  House"]
