"""The rule books. `registry` is the only module that names them all."""
