"""Looking after a box: what `stbpi doctor` finds out about the machine it runs on.

Never: changes anything on the machine.
"""
