"""Perfect play of Shut the Box: what every position is worth under the rules that are on.

`goals` is what a turn is played for, `solver` solves it, `luck` says how much of a result was
luck, `match` what a turn is worth to a player who knows the results of others.

Never: numpy, input and output, a clock. Keep: whatever can be exact is exact.
"""
