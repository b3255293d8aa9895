// Measures of the box and its mechanism, in mm and degrees; every other file takes them from here.
//
// x runs along the tiles, y from the player to the back, z up. The origin is the inner front left
// corner, on the floor. A tile lies forward at 0 degrees and stands at `up_angle`.
//
// Measured parts that differ from these are entered here; the rest follows.

count = 9;                  // tiles: 9, 10 or 12

// Tile: a flap on a rod, with a tail that works its switch.
tile_pitch = 23;            // from tile to tile
tile_width = 20;
tile_thickness = 8;
tile_height = 42;           // from the rod's axis to its upper edge
tile_round = 2;             // of its corners
heel_radius = 5.5;          // round the rod
tail_radius = 17;           // from the rod's axis to the tip of the tail
tail_width = 8;
tail_thickness = 6;
number_size = 13;           // of the engraved number
number_depth = 0.8;
up_angle = 98;              // leaning back a little, so that it stays up

// Rod and what carries it.
rod_diameter = 4;           // steel, h9
rod_play = 0.3;             // in a tile: it falls by its own weight
rod_y = 130;                // of its axis, from the front
rod_z = 20;                 // of its axis, from the floor
side_gap = 8;               // between the first tile's place and the wall
bearing_width = 5;
spacer_diameter = 8;        // keeps tiles apart
spacer_play = 0.4;

// Where a tile comes to rest: on strips of felt.
felt = 1;
rest_depth = 8;             // of the rail under the upper edges
rest_overlap = 10;          // how far from a tile's upper edge the rail begins

// Box.
wall = 6;                   // plywood, all panels
wall_height = 51;           // from the floor
inner_depth = 236;
panel_height = 45;          // lower side of the panel behind the tiles
divider_play = 0.2;         // between felt and a tile that stands
window_width = 12;          // for the tail and the lever
window_height = 27;

// Lever switch of the size of an Omron SS-5GL (catalogue "SS": body, holes, positions of the lever
// measured from the line of the holes).
switch_length = 19.8;
switch_thickness = 6.4;
switch_height = 10.2;
switch_hole = 2.35;
switch_hole_gap = 9.5;
switch_hole_height = 2.9;   // from the side of the terminals
lever_free = 13.6;          // at most
lever_operates = 8.8;       // give or take 0.8
lever_over = 1.2;           // further than that at least
lever_width = 3.6;
lever_reach = 14;           // along the body, from its lower end to where the tail touches
lever_pressed = 8.2;        // with the tile down; slots in the holder let it be set
switch_set = 1.5;           // how far a switch can be moved to and fro
switch_screw = 2.2;         // M2

// Reed contact instead: glass of 14 x 2.3, and a disc magnet in the tail, both along x.
reed_length = 14;
reed_diameter = 2.3;
reed_gap = 3.5;             // from the tip of the tail to the glass
magnet_diameter = 4;
magnet_height = 3;

// Holders of both kinds: a strip behind the tiles.
comb_base = 3;              // its height
comb_fin = 4;               // thickness of the fin that a switch is screwed to
comb_play = 0.3;

// Display and button in the panel.
oled = "1.3";               // inches: "0.96" or "1.3"; measure yours, makers differ
button_diameter = 24;       // arcade push-button; 16 for a small metal one
bezel_rim = 4;
bezel_thickness = 3;

button_depth = 32;          // under the panel, with its terminals

// Boards on the floor of the bay, on spacers; measures of a Raspberry Pi with 40 pins and of a Pico.
// A Pi lies with its header to the front and its power socket to the back, a Pico with its USB
// socket to the back.
board_height = 5;           // of the spacers
pi_board = [85, 56, 18];    // with the sockets
pi_holes = [58, 49];
pi_hole_off = 3.5;          // from the edges
pi_power = 11.2;            // middle of the socket, from the end with the memory card
pi_screw = 2.7;
pico_board = [21, 51, 5];
pico_holes = [11.4, 47];
pico_screw = 2.2;
board_back = 10;            // between a Pi and the back wall; a Pico lies closer
socket_hole = [22, 13];     // in the back wall, for a plug with its sleeve

// Flat pack.
kerf = 0.15;                // what the laser takes away; cut a test piece first
finger = 15;                // length of a finger, about

// What follows.
inner_width = count * tile_pitch + 2 * side_gap;
rest_height = rod_z - tile_thickness / 2 - felt;
lean = up_angle - 90;
divider_y = rod_y + tile_thickness / 2 / cos(lean) + (panel_height - rod_z) * tan(lean)
    + felt + divider_play;
switch_y = rod_y + tail_radius + lever_pressed;   // of the line of the holes
switch_z = rod_z - lever_reach;                   // of the lower end of the body
reed_y = rod_y + tail_radius + reed_gap + reed_diameter / 2;
oled_window = oled == "1.3" ? [30.5, 16] : [23, 12];
oled_board = oled == "1.3" ? [35.6, 33.8] : [27.6, 28.1];
oled_holes = oled == "1.3" ? [30.4, 28.5] : [23.5, 23.8];
oled_window_off = 1.5;      // the window lies so far above the middle of the board

function tile_x(n) = side_gap + (n - 0.5) * tile_pitch;   // middle of tile n
