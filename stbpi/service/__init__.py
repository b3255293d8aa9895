"""Looking after a box: what `stbpi doctor` finds out about the machine, and the hardware test.

Never: changes anything on the machine, or in the journal.
"""
