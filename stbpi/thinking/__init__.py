"""What is thought about the match on the table: the coach, and what bots do next.

It is thought in a thread of its own, ahead of time; the game never waits for it.

Never: changes a match, stops one by failing. Keep: nothing of it is loaded while nobody asks.
"""
