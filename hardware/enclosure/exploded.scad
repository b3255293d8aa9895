// The box taken apart, for the guide.

include <measures.scad>
include <mechanism.scad>
include <panels.scad>

apart = 40;
wood = [0.82, 0.66, 0.45];

color(wood) {
    translate([0, 0, -apart]) placed_floor();
    translate([0, -apart, 0]) placed_front();
    translate([0, apart, 0]) placed_back();
    translate([-apart, 0, 0]) placed_left();
    translate([apart, 0, 0]) placed_right();
    translate([0, 0, apart]) placed_divider();
}
color([0.72, 0.55, 0.36]) translate([0, 0, 2.5 * apart]) placed_top();
color([0.15, 0.15, 0.16])
    translate([oled_place().x, divider_y + oled_place().y, panel_height + wall + 3.2 * apart]) bezel();
color([0.25, 0.2, 0.18]) {
    rest_rail();
    bearings();
}
color("silver") translate([0, 0, 0.8 * apart]) rod();
color([0.95, 0.9, 0.8]) translate([0, 0, 0.8 * apart]) for (n = [1 : count]) placed_tile(n, up_angle);
color([0.1, 0.1, 0.1]) translate([0, 0, 0.8 * apart]) for (n = [1 : count]) placed_number(n, up_angle);
color([0.2, 0.45, 0.35]) switch_comb();
