"""What may not be committed: addresses of package registries and folders of somebody's machine."""

import re
import shutil
import subprocess

import pytest

THIS_FILE = "tests/walls/test_repository.py"
BINARY = {".png", ".jpg", ".jpeg", ".webp", ".ico", ".ttf", ".otf", ".fivefoot"}

REGISTRY = re.compile(
    r"""https?://[^\s"'<>)]*(?:pypi|pythonhosted|/simple\b|registry\.|artifactory|\.pkg\.dev|debian\.org)"""
    r"""|--(?:extra-)?index-url|--find-links|^\s*(?:extra-)?index-url\s*=|^\s*find-links\s*=""",
    re.IGNORECASE | re.MULTILINE,
)
BUILT = re.compile(r"(?:^|/)(?:\.(?!ci/|gitignore)|__pycache__/|build/|dist/)")
SOMEBODYS_FOLDER = re.compile(r"(?<![\w.])/(?:home|root|Users|work)/\w")


def git_list(root, *options):
    """Return the files git lists, as paths from the root; None where there is no git or nothing it knows."""
    if not shutil.which("git"):
        return None
    listed = subprocess.run(["git", "ls-files", "-z", *options], cwd=root, capture_output=True, text=True)
    return [name for name in listed.stdout.split("\0") if name] if listed.returncode == 0 else None


def files(root):
    """Return the files that are or would be committed, as paths from the root."""
    names = git_list(root, "--cached", "--others", "--exclude-standard")
    if names is None:  # an unpacked archive: everything that was not built here
        names = [path.relative_to(root).as_posix() for path in root.rglob("*")]
    return [name for name in names if not BUILT.search(name) and (root / name).is_file()]


def offenders(root, pattern):
    found = {}
    for name in files(root):
        if name == THIS_FILE or (root / name).suffix in BINARY:
            continue
        match = pattern.search((root / name).read_text("utf-8", errors="replace"))
        if match:
            found[name] = match[0]
    return found


def test_no_file_names_a_package_registry(root):
    assert offenders(root, REGISTRY) == {}


def test_no_file_names_a_folder_of_somebodys_machine(root):
    assert offenders(root, SOMEBODYS_FOLDER) == {}


@pytest.mark.parametrize(
    "text",
    [
        "see https://pypi.org/simple/msgspec",
        "pip install --index-url http://mirror.example/simple msgspec",
        "[global]\nindex-url = http://mirror.example/x",
        "deb http://deb.debian.org/debian bookworm main",
        '"resolved": "https://registry.npmjs.org/x"',
    ],
)
def test_registries_are_recognised(text):
    assert REGISTRY.search(text)


@pytest.mark.parametrize(
    "text", ["pip install fivefoot", "https://pipx.pypa.io", "a simple index", "the registry"]
)
def test_other_text_is_left_alone(text):
    assert not REGISTRY.search(text)


def test_nothing_under_assets_is_ignored(root):
    """The wheel leaves out what git ignores, so an ignored asset would be missing from it."""
    ignored = git_list(root, "--others", "--ignored", "--exclude-standard", "--", "assets")
    if ignored is None:
        pytest.skip("an unpacked archive ignores nothing")
    assert [name for name in ignored if "__pycache__" not in name] == []
