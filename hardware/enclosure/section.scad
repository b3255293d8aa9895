// One tile from the side, lying and standing, with its switch: how the tail works it.

include <measures.scad>
include <mechanism.scad>
include <panels.scad>

switches = "lever";         // or "reed"
number = 3;

module cut() {
    // what lies to the left of the tile's middle, and in front of nothing
    intersection() {
        children();
        translate([tile_x(number) - 8, rod_y - 60, -wall]) cube([9, 100, 90]);
    }
}

color([0.82, 0.66, 0.45]) cut() { placed_floor(); placed_divider(); placed_top(); }
color([0.25, 0.2, 0.18]) cut() rest_rail();
color([0.7, 0.15, 0.15]) translate([tile_x(number) - 8, rod_y - tile_height + rest_overlap - rest_depth, rest_height])
    cube([9, rest_depth, felt]);
color([0.95, 0.9, 0.8]) placed_tile(number, 0, switches == "reed");
color([0.95, 0.9, 0.8, 0.35]) placed_tile(number, up_angle, switches == "reed");
color("silver") translate([tile_x(number) - 12, 0, 0]) intersection() {
    translate([-tile_x(number) + 12, 0, 0]) rod();
    translate([0, rod_y - 5, rod_z - 5]) cube([24, 10, 10]);
}
if (switches == "lever") {
    color([0.2, 0.2, 0.25]) placed_switch(number, true);
    color([0.2, 0.45, 0.35, 0.5]) switch_comb(number, number);
} else {
    color([0.7, 0.9, 0.7]) placed_reed(number);
    color([0.2, 0.45, 0.35, 0.5]) reed_comb(number, number);
}
