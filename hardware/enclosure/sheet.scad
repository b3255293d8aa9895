// All panels on one sheet, for a laser: every outline grows and every hole shrinks by half of what
// the laser takes away.

include <measures.scad>
include <mechanism.scad>
include <panels.scad>

gap = 6;                    // between panels

_w = inner_width + 2 * wall;
_d = inner_depth + 2 * wall;
_h = wall_height + wall;

module cut(x, y) {
    translate([x + wall, y + wall]) offset(delta = kerf / 2) children();
}

cut(0, 0) floor_panel();
cut(0, _d + gap) top_panel();
cut(_w + gap, 0) front_panel();
cut(_w + gap, _h + gap) back_panel();
cut(_w + gap, 2 * (_h + gap)) divider_panel();
cut(_w + gap, 3 * (_h + gap)) side_panel();
cut(_w + gap, 4 * (_h + gap)) side_panel();
cut(_w + gap, 5 * (_h + gap)) batten_panel();
