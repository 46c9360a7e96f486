package picture

import "github.com/shopdesk/shopdesk/platform"

// MaxSide is how long a picture's longer side is when it is sent, in pixels,
// unless the shorter would become too short: more than a customer's phone shows.
const MaxSide = 2400

// Size is what a part of a picture that large is sent as.
func Size(width, height int) (w, h int) {
	long, short := max(width, height), min(width, height)
	if long <= MaxSide || short <= platform.MinPictureSide {
		return width, height
	}
	// short*to/long must be the least at least.
	to := max(MaxSide, (long*platform.MinPictureSide+short-1)/short)
	return (width*to + long/2) / long, (height*to + long/2) / long
}
