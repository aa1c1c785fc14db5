"""The map on the screen: items that paint plain values and decide nothing."""
