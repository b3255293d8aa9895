// Measures that follow from others, told to whoever checks them (`openscad -o FILE.echo`).

include <measures.scad>

echo(inner_width = inner_width);
echo(rest_height = rest_height);
echo(divider_y = divider_y);
echo(switch_y = switch_y);
echo(tail_tip_lying = rod_y + tail_radius);
echo(tail_tip_standing = rod_z - tail_radius * sin(up_angle));
