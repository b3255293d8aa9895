"""The bar's screen: what happens on the boxes, as pages for a television and for telephones.

It reads what is stored, beside the box's program, and changes nothing.
"""
