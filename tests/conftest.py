"""What every test shares: an off-screen Qt where there is no display, and a fixed locale.

Qt is never imported here, so that the engine's tests run where PySide6 is not installed.
"""

import os

os.environ.setdefault("LC_ALL", "C.UTF-8")
if not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")):
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
