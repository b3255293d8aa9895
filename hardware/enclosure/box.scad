// The whole box, for pictures; `shut` names the tiles that lie.

include <measures.scad>
include <mechanism.scad>
include <panels.scad>

shut = [2, 5, 9];
switches = "lever";         // or "reed"
joints = true;
board = "pi";                // or "pico"
top = true;                 // the panel over the bay

wood = [0.82, 0.66, 0.45];

color(wood) {
    placed_floor(joints);
    placed_front(joints);
    placed_back(joints);
    placed_left(joints);
    placed_right(joints);
    placed_divider(joints);
    placed_batten();
}
if (top) {
    color([0.72, 0.55, 0.36]) placed_top();
    translate([oled_place().x, divider_y + oled_place().y, panel_height + wall]) {
        color([0.15, 0.15, 0.16]) bezel();
        color([0.3, 0.75, 1]) translate([-oled_window.x / 2, oled_window_off - oled_window.y / 2, 0.2])
            cube([oled_window.x, oled_window.y, 0.4]);
    }
    color([0.8, 0.1, 0.1]) translate([button_place().x, divider_y + button_place().y, panel_height + wall])
        cylinder(d = button_diameter, h = 8, $fn = 64);
}
color([0.25, 0.2, 0.18]) {
    rest_rail();
    bearings();
}
color("silver") rod();
for (n = [1 : count]) {
    is_shut = len(search(n, shut)) > 0;
    color([0.95, 0.9, 0.8]) placed_tile(n, is_shut ? 0 : up_angle, switches == "reed");
    if (!is_shut) color([0.1, 0.1, 0.1]) placed_number(n, up_angle);
    if (switches == "lever") color([0.2, 0.2, 0.25]) placed_switch(n, is_shut);
    else color([0.7, 0.9, 0.7]) placed_reed(n);
}
color([0.2, 0.45, 0.35]) if (switches == "lever") switch_comb(); else reed_comb();
color([0.1, 0.45, 0.25]) if (board == "pi") placed_pi(); else placed_pico();
