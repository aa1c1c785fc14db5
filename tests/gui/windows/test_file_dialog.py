"""Qt's own file dialog shows all of its buttons, and its signs in a dark window."""

from __future__ import annotations

from PySide6.QtWidgets import QApplication, QToolButton

from tests.gui.conftest import Gm


def test_the_buttons_of_the_open_dialog_have_room_and_their_arrows_the_texts_colour(gm: Gm) -> None:
    gm.window.open_flow.choose_file()
    dialog = gm.window.open_flow._dialog
    assert dialog is not None
    QApplication.processEvents()
    buttons = [one for one in dialog.findChildren(QToolButton) if one.isVisible()]
    assert len(buttons) >= 5
    for button in buttons:
        assert dialog.rect().contains(button.geometry())
        assert button.width() - 14 >= button.iconSize().width()
    back = next(one for one in buttons if one.objectName() == "backButton")
    image = back.icon().pixmap(back.iconSize()).toImage()
    solid = [
        image.pixelColor(x, y)
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    ]
    assert solid
    assert all(one.rgb() == dialog.palette().text().color().rgb() for one in solid)
    dialog.close()
