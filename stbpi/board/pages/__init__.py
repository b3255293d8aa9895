"""The pages of the board, in the language of whoever looks at them.

    /                what the boxes do, and where the rest is               `overview`
    /tv              all boxes, or one (`?box=NAME`), to be read from afar   `live`
    /box             the same for a telephone                                `live`
    /match/BOX:N     a match as a sheet, and event by event                  `match`
    /tonight         the matches of this evening, and who has won            `boards`
    /season, /ever   the same of a year, a quarter or a month, and of all    `boards`
    /players, /players/NAME   who has played, and how                        `players`
    /ratings         how good they are                                       `ratings`
    /league, /league/N        how the leagues stand                          `leagues`
    /audits          what the landlord wants to know of an evening           `audits`

What stands around every page is in `frame`. What happens on a box is put in by `static/live.js`,
from what `hub` tells.

Never: reads what is stored. Keep: no script and no style in a page, so that none can be put in.
"""
