// The panels of the box, each as it is cut: flat, seen from outside (floor and panel from above).
//
// With `joints` their edges have fingers that go into each other, all of plywood of `wall`;
// without, they are plain boards for glue and screws. Included after `measures.scad` and
// `mechanism.scad`.

corner_height = wall_height + wall;

function _segments(length) = let(n = floor(length / finger)) n % 2 ? n : n + 1;

// The even or odd segments of an edge along x from 0 to `length`, outside of it (below).
module _teeth(length, even) {
    n = _segments(length);
    for (i = [0 : n - 1]) if ((i % 2 == 0) == even)
        translate([i * length / n, -wall]) square([length / n, wall + nudge]);
}

module floor_panel(joints = true) {
    difference() {
        union() {
            square([inner_width, inner_depth]);
            if (joints) {
                _teeth(inner_width, even = false);
                translate([inner_width, inner_depth]) rotate(180) _teeth(inner_width, even = false);
                translate([0, inner_depth]) rotate(-90) _teeth(inner_depth, even = false);
                translate([inner_width, 0]) rotate(90) _teeth(inner_depth, even = false);
            } else translate([-wall, -wall]) square([inner_width + 2 * wall, inner_depth + 2 * wall]);
        }
        if (joints) for (n = _tab_tiles()) translate([_gap_x(n), divider_y])
            _rectangle([_tab_width(), wall]);
        translate(pi_place()) _holes(pi_holes, pi_screw);
        translate(pico_place()) _holes(pico_holes, pico_screw);
        for (side = [0, 1], y = [30, inner_depth - 30])   // feet
            translate([side ? inner_width - 15 : 15, y]) circle(d = 3.5, $fn = 24);
    }
}

// The middle of the holes of the boards.
function pi_place() = [60, inner_depth - board_back - pi_board.y / 2];
function pico_place() = [inner_width - 45, inner_depth - 3 - pico_board.y / 2];
function pi_power_x() = pi_place().x + pi_holes.x / 2 + pi_hole_off - pi_power;

module front_panel(joints = true) {
    _long_wall(joints);
}

module back_panel(joints = true) {
    difference() {
        _long_wall(joints);
        for (x = [pi_power_x(), pico_place().x])
            translate([x - socket_hole.x / 2, board_height - 2]) square(socket_hole);
    }
}

module _long_wall(joints) {
    square([inner_width, wall_height]);
    if (joints) {
        _teeth(inner_width, even = true);
        translate([0, wall_height]) rotate(-90) _corner(even = true);
        translate([inner_width, -wall]) rotate(90) _corner(even = true);
    } else translate([-wall, 0]) square([inner_width + 2 * wall, wall_height]);
}

// Left and right wall, along y from the front.
module side_panel(joints = true) {
    difference() {
        union() {
            square([inner_depth, wall_height]);
            if (joints) {
                _teeth(inner_depth, even = true);
                translate([0, wall_height]) rotate(-90) _corner(even = false);
                translate([inner_depth, -wall]) rotate(90) _corner(even = false);
            }
        }
        if (joints) translate([divider_y, 15]) square([wall, 15]);
    }
}

module _corner(even) {
    _teeth(corner_height, even);
}

// Between tiles and bay: tiles lean against it, their tails go through its windows.
module divider_panel(joints = true) {
    difference() {
        union() {
            square([inner_width, panel_height]);
            if (joints) {
                for (n = _tab_tiles()) translate([_gap_x(n), -wall / 2])
                    _rectangle([_tab_width(), wall + nudge], centre = true);
                translate([-wall, 15]) square([inner_width + 2 * wall, 15]);
            }
        }
        for (n = [1 : count]) translate([tile_x(n) - window_width / 2, -nudge])
            square([window_width, window_height]);
    }
}

// Over the bay, with display, roll button and the holes that the buzzer is heard through.
module top_panel() {
    difference() {
        square([inner_width, inner_depth - divider_y]);
        translate(oled_place() + [-oled_window.x / 2 - 1, oled_window_off - oled_window.y / 2 - 1])
            square(oled_window + [2, 2]);
        translate(oled_place()) _holes(oled_holes, 5.2);
        translate(button_place()) circle(d = button_diameter + 0.2, $fn = 96);
        translate(buzzer_place()) for (i = [0 : 6]) rotate(i * 60)
            translate([i < 6 ? 5 : 0, 0]) circle(d = 2, $fn = 24);
        for (x = [8, inner_width - 8], y = [wall / 2, inner_depth - divider_y - 5])
            translate([x, y]) circle(d = 3, $fn = 24);
    }
}

function oled_place() = [inner_width / 2, (inner_depth - divider_y) / 2];
function button_place() = [inner_width - 40, (inner_depth - divider_y) / 2];
function buzzer_place() = [40, (inner_depth - divider_y) / 2];

// Under the back edge of the top panel.
module batten_panel() {
    square([inner_width, 10]);
}

// Tabs of the divider stand under the bars between two windows.
function _tab_tiles() = [1, floor(count / 2), count - 1];
function _gap_x(n) = tile_x(n) + tile_pitch / 2;
function _tab_width() = tile_pitch - window_width - 3;

module _rectangle(size, centre = false) {
    translate([-size.x / 2, centre ? -size.y / 2 : 0]) square(size);
}

module _holes(gaps, diameter) {
    for (x = [-1, 1], y = [-1, 1]) translate([x * gaps.x / 2, y * gaps.y / 2])
        circle(d = diameter, $fn = 24);
}

// The same panels in their places.
module placed_floor(joints = true) {
    translate([0, 0, -wall]) linear_extrude(wall) floor_panel(joints);
}

module placed_front(joints = true) {
    rotate([90, 0, 0]) linear_extrude(wall) front_panel(joints);
}

module placed_back(joints = true) {
    translate([0, inner_depth + wall, 0]) rotate([90, 0, 0]) linear_extrude(wall) back_panel(joints);
}

module placed_left(joints = true) {
    translate([-wall, 0, 0]) rotate([90, 0, 90]) linear_extrude(wall) side_panel(joints);
}

module placed_right(joints = true) {
    translate([inner_width, 0, 0]) rotate([90, 0, 90]) linear_extrude(wall) side_panel(joints);
}

module placed_divider(joints = true) {
    translate([0, divider_y + wall, 0]) rotate([90, 0, 0]) linear_extrude(wall) divider_panel(joints);
}

module placed_top() {
    translate([0, divider_y, panel_height]) linear_extrude(wall) top_panel();
}

module placed_batten() {
    translate([0, inner_depth, panel_height - 10]) rotate([90, 0, 0]) linear_extrude(wall) batten_panel();
}

// What lies in the bay: one of the boards, and what the button needs under the panel.
module placed_pi() {
    right = pi_place().x + pi_holes.x / 2 + pi_hole_off;
    translate([right - pi_board.x, pi_place().y - pi_board.y / 2, board_height]) cube(pi_board);
}

module placed_pico() {
    translate([pico_place().x - pico_board.x / 2, pico_place().y - pico_board.y / 2, board_height])
        cube(pico_board);
}

module placed_button() {
    translate([button_place().x, divider_y + button_place().y, panel_height - button_depth])
        cylinder(d = button_diameter, h = button_depth);
}
