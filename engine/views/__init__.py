"""The one gate to a screen: who may know what, what is drawn, and the only place that makes sentences."""
