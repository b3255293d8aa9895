"""How to build a box: its wiring, its parts, and what makes the drawings of both."""
