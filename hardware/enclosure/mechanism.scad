// Tiles, rod, and what holds switches: the parts that are printed. Included after `measures.scad`.

$fn = 48;
nudge = 0.01;               // so that parts that touch become one

// A tile as it stands, its rod along x through the origin; the number faces the player.
module tile(n, magnet = false) {
    difference() {
        union() {
            hull() {
                rotate([0, 90, 0])
                    cylinder(r = heel_radius, h = tile_width, center = true);
                translate([0, 0, tile_height / 2])
                    cube([tile_width, tile_thickness, nudge], center = true);
            }
            translate([0, 0, tile_height / 2]) _slab();
            _tail();
        }
        rotate([0, 90, 0])
            cylinder(d = rod_diameter + rod_play, h = tile_width + 1, center = true);
        if (n > 0) _number(n, number_depth + 1);
        if (magnet) translate([tail_width / 2 - magnet_height, 0, -_magnet_radius()])
            rotate([0, 90, 0]) cylinder(d = magnet_diameter + 0.1, h = magnet_height + 1);
    }
}

// The number as it is filled with paint.
module placed_number(n, angle) {
    translate([tile_x(n), rod_y, rod_z]) rotate([90 - angle, 0, 0]) _number(n, number_depth + 0.05);
}

module _number(n, depth) {
    translate([0, -tile_thickness / 2 + number_depth, tile_height * 0.62])
        rotate([90, 0, 0]) linear_extrude(depth)
        text(str(n), size = number_size, halign = "center", valign = "center",
             font = "Liberation Sans:style=Bold");
}

function _magnet_radius() = tail_radius - magnet_diameter / 2 - 1;

module _slab() {
    // the upper half, its upper corners rounded
    rotate([90, 0, 0]) linear_extrude(tile_thickness, center = true) hull() {
        for (side = [-1, 1])
            translate([side * (tile_width / 2 - tile_round), tile_height / 2 - tile_round])
                circle(tile_round);
        square([tile_width, nudge], center = true);
    }
}

module _tail() {
    rotate([0, 90, 0]) linear_extrude(tail_width, center = true) hull() {
        circle(d = tail_thickness);
        translate([tail_radius - tail_thickness / 2, 0]) circle(d = tail_thickness);
    }
}

// A tile in its place, lying (0), standing (`up_angle`), or on its way.
module placed_tile(n, angle, magnet = false) {
    translate([tile_x(n), rod_y, rod_z]) rotate([90 - angle, 0, 0]) tile(n, magnet);
}

module rod() {
    translate([0.5, rod_y, rod_z]) rotate([0, 90, 0])
        cylinder(d = rod_diameter, h = inner_width - 1);
}

// A ring on the rod between two tiles.
module spacer() {
    difference() {
        cylinder(d = spacer_diameter, h = tile_pitch - tile_width - spacer_play);
        translate([0, 0, -1]) cylinder(d = rod_diameter + rod_play, h = tile_pitch);
    }
}

// Carries an end of the rod; glued and screwed to floor and wall.
module bearing() {
    rotate([90, 0, 90]) linear_extrude(bearing_width) difference() {
        hull() {
            translate([0, rod_z]) circle(r = 6);
            translate([-6, 0]) square([12, nudge]);
        }
        translate([0, rod_z]) circle(d = rod_diameter + 0.1);
    }
}

module bearings() {
    translate([0.5, rod_y, 0]) bearing();
    translate([inner_width - 0.5 - bearing_width, rod_y, 0]) bearing();
}

// Under the upper edges of lying tiles; felt comes on top.
module rest_rail() {
    translate([0, rod_y - tile_height + rest_overlap - rest_depth, 0])
        cube([inner_width, rest_depth, rest_height]);
}

// A lever switch as its catalogue draws it: lower end at the origin, lever to the front.
module switch(pressed = false) {
    front = switch_height - switch_hole_height;
    difference() {
        translate([-switch_thickness / 2, -front, 0])
            cube([switch_thickness, switch_height, switch_length]);
        for (side = [-1, 1]) translate([0, 0, switch_length / 2 + side * switch_hole_gap / 2])
            rotate([0, 90, 0]) cylinder(d = switch_hole, h = 99, center = true);
    }
    reach = pressed ? lever_pressed : lever_free;
    color("silver") hull() {
        translate([-lever_width / 2, -front - 0.3, 1.5]) cube([lever_width, 0.3, 0.5]);
        translate([-lever_width / 2, -reach, lever_reach]) cube([lever_width, 0.3, 3]);
    }
}

module placed_switch(n, pressed = false) {
    translate([tile_x(n), switch_y, switch_z]) switch(pressed);
}

// The strip that holds lever switches, one fin a tile; a switch is screwed to its fin.
module switch_comb(first = 1, last = count) {
    left = tile_x(first) - tile_pitch / 2 + comb_play;
    right = tile_x(last) + tile_pitch / 2 - comb_play;
    depth = switch_height + 2 * switch_set + 4;
    front = switch_y - (switch_height - switch_hole_height);
    translate([left, front, 0]) difference() {
        cube([right - left, depth, comb_base]);
        for (n = [first : last]) translate([tile_x(n) - left - tile_pitch / 2 + 4, depth - 4, -1])
            cylinder(d = 3.2, h = comb_base + 2);
    }
    for (n = [first : last]) difference() {
        translate([tile_x(n) + switch_thickness / 2 + comb_play, front, 0])
            cube([comb_fin, depth, switch_z + switch_length]);
        for (side = [-1, 1])
            translate([tile_x(n), switch_y, switch_z + switch_length / 2 + side * switch_hole_gap / 2])
            rotate([0, 90, 0]) hull() for (way = [-1, 1])
                translate([0, way * switch_set, 0]) cylinder(d = switch_screw, h = 99);
    }
}

// The strip that holds reed contacts: each lies in a groove along x, held by a drop of glue.
module reed_comb(first = 1, last = count) {
    left = tile_x(first) - tile_pitch / 2 + comb_play;
    right = tile_x(last) + tile_pitch / 2 - comb_play;
    front = reed_y - reed_diameter / 2 - 0.8;
    difference() {
        union() {
            translate([left, front, 0]) cube([right - left, 16, comb_base]);
            translate([left, front, 0]) cube([right - left, 6, rod_z + reed_diameter / 2]);
        }
        for (n = [first : last]) {
            translate([tile_x(n), reed_y, rod_z]) rotate([0, 90, 0])
                cylinder(d = reed_diameter + 0.3, h = reed_length + 0.6, center = true);
            translate([tile_x(n) - reed_length / 2 - 0.3, reed_y - reed_diameter / 2 - 0.15, rod_z])
                cube([reed_length + 0.6, reed_diameter + 0.3, 9]);
            for (side = [-1, 1])   // wires go down behind
                translate([tile_x(n) + side * (reed_length / 2 + 1), reed_y - 0.6, rod_z - 1])
                cube([2.2, 9, 9], center = false);
            translate([tile_x(n), front + 11, -1]) cylinder(d = 3.2, h = comb_base + 2);
        }
    }
}

// Glass of a reed contact in its groove.
module placed_reed(n) {
    translate([tile_x(n), reed_y, rod_z]) rotate([0, 90, 0])
        cylinder(d = reed_diameter, h = reed_length, center = true);
}

// Frame of the display, seen from above; it goes into the hole of the panel from outside, the
// board is screwed to it from below.
module bezel() {
    outer = oled_board + [2 * bezel_rim, 2 * bezel_rim];
    difference() {
        union() {
            translate([-outer.x / 2, -outer.y / 2, 0]) cube([outer.x, outer.y, bezel_thickness]);
            for (x = [-1, 1], y = [-1, 1]) translate([x * oled_holes.x / 2, y * oled_holes.y / 2, 0])
                mirror([0, 0, 1]) cylinder(d = 5, h = wall + 1);
        }
        translate([-oled_window.x / 2, oled_window_off - oled_window.y / 2, -1]) hull() {
            cube([oled_window.x, oled_window.y, 1]);
            translate([-2, -2, bezel_thickness + 1]) cube(
                [oled_window.x + 4, oled_window.y + 4, 0.1]);
        }
        for (x = [-1, 1], y = [-1, 1])
            translate([x * oled_holes.x / 2, y * oled_holes.y / 2, -wall - 2])
            cylinder(d = 2, h = wall + 3.5);
    }
}
