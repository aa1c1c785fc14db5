"""What the machine must offer before the program can start: Python's parts, Qt's libraries, a display.

Standard library only. On Debian and its relatives the missing packages are installed where that is
allowed without asking for a password; everywhere else the person is told what to type.
"""

from __future__ import annotations

import importlib
import importlib.util
import os
import shlex
import shutil
import subprocess
import sys
from collections.abc import Iterable, Mapping

OLDEST_PYTHON = (3, 11)

# Shared library -> Debian package that brings it. Qt links against these even without a display.
BASE_LIBRARIES = {
    "libglib-2.0.so.0": "libglib2.0-0",
    "libgthread-2.0.so.0": "libglib2.0-0",
    "libEGL.so.1": "libegl1",
    "libGL.so.1": "libgl1",
    "libX11.so.6": "libgl1",
    "libxkbcommon.so.0": "libxkbcommon0",
    "libdbus-1.so.3": "libdbus-1-3",
    "libfontconfig.so.1": "libfontconfig1",
    "libfreetype.so.6": "libfontconfig1",
    "libgssapi_krb5.so.2": "libgssapi-krb5-2",
}
X11_LIBRARIES = {
    "libX11-xcb.so.1": "libx11-xcb1",
    "libxkbcommon-x11.so.0": "libxkbcommon-x11-0",
    "libxcb-cursor.so.0": "libxcb-cursor0",
    "libxcb-glx.so.0": "libxcb-glx0",
    "libxcb-icccm.so.4": "libxcb-icccm4",
    "libxcb-image.so.0": "libxcb-image0",
    "libxcb-keysyms.so.1": "libxcb-keysyms1",
    "libxcb-randr.so.0": "libxcb-randr0",
    "libxcb-render.so.0": "libxcb-render0",
    "libxcb-render-util.so.0": "libxcb-render-util0",
    "libxcb-shape.so.0": "libxcb-shape0",
    "libxcb-shm.so.0": "libxcb-shm0",
    "libxcb-sync.so.1": "libxcb-sync1",
    "libxcb-util.so.1": "libxcb-util1",
    "libxcb-xfixes.so.0": "libxcb-xfixes0",
    "libxcb-xkb.so.1": "libxcb-xkb1",
}
WAYLAND_LIBRARIES = {
    "libwayland-client.so.0": "libwayland-client0",
    "libwayland-cursor.so.0": "libwayland-cursor0",
    "libwayland-egl.so.1": "libwayland-egl1",
}


class NotReady(Exception):
    """The machine lacks something; the message is the sentence for the person at the keyboard."""


def check_python(version: tuple[int, int] = sys.version_info[:2]) -> None:
    """Raise NotReady for a Python that is too old."""
    if version < OLDEST_PYTHON:
        raise NotReady(f"Fivefoot needs Python 3.11 or newer; this is Python {version[0]}.{version[1]}.")


def ensure_python_parts() -> None:
    """Make sure that virtual environments can be made; Debian ships that part of Python separately."""
    if all(importlib.util.find_spec(name) for name in ("venv", "ensurepip", "ctypes")):
        return
    if sys.base_prefix != "/usr":
        raise NotReady(
            f"The Python at {sys.base_prefix} lacks the modules venv and ensurepip; use another one."
        )
    _install([f"python{sys.version_info[0]}.{sys.version_info[1]}-venv"], "to make a Python environment")
    importlib.invalidate_caches()
    if not importlib.util.find_spec("ensurepip"):
        raise NotReady("Python still cannot make an environment: its module ensurepip is missing.")


def ensure_qt_libraries(libraries: Mapping[str, str]) -> None:
    """Make sure that each shared library (name -> Debian package) can be loaded; nothing runs if all can."""
    missing = _unloadable(libraries)
    if not missing:
        return
    if not shutil.which("apt-get"):
        raise NotReady(
            f"Qt needs these system libraries, which are missing here: {', '.join(missing)}. "
            "Install them with your system's package manager and start again."
        )
    packages = list(dict.fromkeys(libraries[name] for name in missing))
    _install(packages, "to draw windows with Qt")
    still = _unloadable(missing)
    if still:
        raise NotReady(f"After installing {' '.join(packages)} Qt still misses {', '.join(still)}.")


def libraries_for(environ: Mapping[str, str], *, offscreen: bool) -> dict[str, str]:
    """Return the shared libraries Qt will load in this environment, each with its Debian package."""
    if not sys.platform.startswith("linux"):
        return {}
    if offscreen:
        return dict(BASE_LIBRARIES)
    screen = X11_LIBRARIES if environ.get("DISPLAY") else WAYLAND_LIBRARIES
    return BASE_LIBRARIES | screen


def has_display(environ: Mapping[str, str]) -> bool:
    """Return whether a window could be shown (always true where displays are not named by variables)."""
    if not sys.platform.startswith("linux"):
        return True
    return bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def _unloadable(names: Iterable[str]) -> list[str]:
    import ctypes  # Debian's smallest Python comes without it; ensure_python_parts() has brought it by now

    missing = []
    for name in names:
        try:
            ctypes.CDLL(name)
        except OSError:
            missing.append(name)
    return missing


def _install(packages: list[str], why: str) -> None:
    """Install Debian packages, or raise NotReady with the line to type where that is not allowed."""
    prefix = _root_prefix()
    if not shutil.which("apt-get") or prefix is None:
        raise NotReady(
            f"Fivefoot needs system packages {why} and may not install them itself; type this line, "
            f"then start again:\n    {line_to_type(packages)}"
        )
    print(f"Installing {' '.join(packages)} ({why}) ...", flush=True)
    apt = [*prefix, "env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "-q", "-o", "DPkg::Lock::Timeout=120"]
    subprocess.run([*apt, "update"], check=False)  # an old list of packages may still do
    install = [*apt, "install", "-y", "--no-install-recommends", *packages]
    if subprocess.run(install, check=False).returncode != 0:
        raise NotReady(
            "apt-get could not install the packages (its message is above); put that right, type this "
            f"line, then start again:\n    {line_to_type(packages)}"
        )


def line_to_type(packages: Iterable[str]) -> str:
    """Return the shell line that installs the Debian packages as root."""
    names = " ".join(packages)
    install = f"apt-get install -y --no-install-recommends {names}"
    if os.name == "posix" and os.geteuid() == 0:
        return f"apt-get update && {install}"
    if shutil.which("sudo"):
        return f"sudo apt-get update && sudo {install}"
    return f"su -l -c {shlex.quote(f'apt-get update && {install}')}"


def _root_prefix() -> list[str] | None:
    """Return what makes a command run as root without a password, None if nothing does."""
    if os.geteuid() == 0:
        return []
    if not shutil.which("sudo"):
        return None
    allowed = subprocess.run(
        ["sudo", "-n", "true"], stdin=subprocess.DEVNULL, capture_output=True, check=False
    )
    return ["sudo", "-n"] if allowed.returncode == 0 else None
