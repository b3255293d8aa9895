"""How the parts of the terminal app are arranged, by the size of the terminal.

The breakpoints are those of `SimulatorApp`; the smallest terminal has 80 columns and 24 rows.
"""

from __future__ import annotations

WIDTHS = [(0, "-narrow"), (96, "-roomy"), (132, "-wide"), (170, "-broad")]
HEIGHTS = [(0, "-tiny"), (23, "-low"), (30, "-tall"), (50, "-high")]

CSS = """
Screen { background: #1b1e25; color: #d8dee9; overflow: hidden; }
HelpScreen, FaultPalette { background: #000000 50%; }
#title { height: 1; padding: 0 1; background: #5b3a1c; color: #ffe9c9; }
#top { height: 16; layout: horizontal; layers: below above; }
#top > * { layer: below; }
#top > CoachWidget { layer: above; dock: bottom; }
#side { width: 1fr; height: 100%; padding: 0 0 0 1; layout: vertical; }
#request { height: 1; padding: 0 1; background: #262a33; color: #ffd23f; text-style: bold; }
#request.-past { background: #47307a; color: #ffffff; }
#keys { height: 1; padding: 0 1; background: #5b3a1c; color: #d9b98f; dock: bottom; }
RollButton { margin: 1 0; }
FeltWidget { display: none; }
#top.-felted {
    FeltWidget { display: block; }
    OledWidget { display: none; }
}
#top.-felted.-display {
    FeltWidget { display: none; }
    OledWidget { display: block; }
}

.-tiny {
    #top { height: 1fr; }
    LogWidget { display: none; }
}
.-tall, .-high {
    #request { height: 3; padding: 1 2; }
    BoxWidget { height: 5; }
    LogWidget { padding: 1 0 0 0; }
}
.-roomy, .-wide, .-broad {
    #side { padding: 1 2 0 2; }
    DiceWidget, RollButton { max-width: 40; }
}
.-wide.-high {
    #top { height: 39; layout: vertical; }
    #side { height: 7; layout: horizontal; padding: 1 2 0 2; }
    #request { height: 1; padding: 0 2; }
    OledWidget { width: 100%; height: 32; padding: 0 2; }
    CoachWidget { offset: 0 -7; }
    DiceWidget { width: 24; height: 5; margin: 0 4 0 0; }
    RollButton { width: 32; height: 5; margin: 0 4 0 0; }
}
.-wide.-high #top.-felted {
    layout: grid; grid-size: 2 2; grid-columns: 64 1fr; grid-rows: 1fr 16; grid-gutter: 1 0;
    FeltWidget { display: block; column-span: 2; width: 100%; height: 100%; }
    OledWidget { display: block; width: 64; height: 16; padding: 0; }
    #side { height: 16; layout: vertical; padding: 0 2; }
    RollButton { width: 40; height: 3; margin: 0 0 1 0; }
    DiceWidget { width: 40; height: 3; margin: 0 0 1 0; }
}
.-broad #top.-felted {
    FeltWidget { display: block; width: 1fr; }
    OledWidget { display: block; }
    #side { width: 40; padding: 0 1; }
}
.-broad.-high {
    #top { height: 34; layout: horizontal; }
    #side { height: 100%; padding: 1 4; layout: vertical; }
    #request { height: 3; padding: 1 2; }
    OledWidget { width: 132; height: 34; padding: 1 2; }
    DiceWidget { height: 7; width: 100%; }
    RollButton { height: 5; width: 100%; margin: 2 0; }
    BoxWidget { height: 11; border: outer #5b3a1c; }
    #side.-coached { padding: 1 4 15 4; }
    #side.-coached RollButton { height: 3; margin: 1 0; }
    #top > CoachWidget { dock: right; margin: 0 2 0 0; offset: 0 19; }
}
.-broad.-high #top.-felted {
    layout: grid; grid-size: 2 2; grid-columns: 1fr 66; grid-rows: 16 1fr; grid-gutter: 1 2;
    FeltWidget { display: block; row-span: 2; width: 100%; height: 100%; }
    OledWidget { display: block; width: 66; height: 16; padding: 0 1; }
    #side { width: 66; height: 100%; padding: 0 1; layout: vertical; }
    DiceWidget { height: 5; }
    RollButton { height: 3; margin: 1 0; }
}
"""
