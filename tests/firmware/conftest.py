"""What stands in place of MicroPython's own modules is nothing for this Python to import."""

collect_ignore = ["on_vm"]
