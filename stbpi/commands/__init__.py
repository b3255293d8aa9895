"""The subcommands of `stbpi`, a module each: its arguments, and what it prints.

A module has `add(commands)`, which adds its parser; the parser's `command` is a function that
takes the arguments and returns the exit status.

Never: holds logic.
"""
