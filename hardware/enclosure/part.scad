// One part, to be printed or looked at: `part` names it. Parts that belong in one place of the box
// stand there; tiles, spacers, switches and bezels stand for themselves.

include <measures.scad>
include <mechanism.scad>
include <panels.scad>

part = "tile";
number = 1;                 // of the tile; 0 for one without a number
first = 1;                  // a long strip is printed in pieces, from this tile to that
last = count;

if (part == "tile") tile(number);
if (part == "tile_with_magnet") tile(number, magnet = true);
if (part == "spacer") spacer();
if (part == "bearings") bearings();
if (part == "rest_rail") rest_rail();
if (part == "switch_comb") switch_comb(first, last);
if (part == "reed_comb") reed_comb(first, last);
if (part == "bezel") bezel();
if (part == "rod") rod();
if (part == "switch") switch();
if (part == "switch_pressed") switch(pressed = true);
if (part == "reeds") for (n = [1 : count]) placed_reed(n);
if (part == "floor") placed_floor();
if (part == "front") placed_front();
if (part == "back") placed_back();
if (part == "left") placed_left();
if (part == "right") placed_right();
if (part == "divider") placed_divider();
if (part == "top") placed_top();
if (part == "batten") placed_batten();
if (part == "pi") placed_pi();
if (part == "pico") placed_pico();
if (part == "button") placed_button();
