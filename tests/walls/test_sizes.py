"""A module does one job and stays readable in one sitting."""


def test_no_module_is_past_the_hard_limit(root, tool):
    report = tool("size_report")
    assert report.past(report.HARD_LIMIT, report.module_sizes(root)) == {}


def test_long_modules_are_found_and_sorted(tmp_path, tool):
    for name, lines in {"engine/a.py": 601, "gui/deep/b.py": 700, "gui/c.py": 600}.items():
        path = tmp_path / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x = 1\n" * lines, "utf-8")
    report = tool("size_report")
    assert list(report.past(600, report.module_sizes(tmp_path)).items()) == [
        ("gui/deep/b.py", 700),
        ("engine/a.py", 601),
    ]
