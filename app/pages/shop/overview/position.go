package overview

import (
	"math"
	"strconv"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// position is where the platform has the shop, for checking: a coordinate that
// was typed wrong, or the wrong way round, is usually in another country.
type position struct {
	Text  string // "22.28290° N, 114.15510° E"
	Plain string // "22.28290, 114.15510": what other programs take
	X, Y  string // on the map of 720 by 300 that begins at 180° W, 90° N
	Link  string
	Doubt string // why it can't be right, as the key of a text; "" for nothing
}

// positionOf is the shop's; ok is false when it has none. nowMS is any instant,
// at which the zone's offset is taken.
func positionOf(s *platform.Shop, zone rules.Zone, nowMS int64) (p position, ok bool) {
	if s == nil || s.Latitude == 0 && s.Longitude == 0 {
		return position{}, false
	}
	lat, lon := degrees(s.Latitude), degrees(s.Longitude)
	p = position{
		Text:  half(s.Latitude, "N", "S") + ", " + half(s.Longitude, "E", "W"),
		Plain: lat + ", " + lon,
		Link:  "https://www.openstreetmap.org/?mlat=" + lat + "&mlon=" + lon + "#map=17/" + lat + "/" + lon,
	}
	if math.Abs(s.Latitude) > 90 || math.Abs(s.Longitude) > 180 {
		p.Doubt = "shop.place.nowhere"
		return p, true
	}
	p.X, p.Y = decimal((s.Longitude+180)*2, 1), decimal((90-s.Latitude)*2, 1)
	if zone != nil {
		// Zones follow the sun to within three hours or so.
		away := math.Abs(s.Longitude/15 - float64(zone.OffsetAt(nowMS))/3600)
		if min(away, 24-away) > 3.5 {
			p.Doubt = "shop.place.zone"
		}
	}
	return p, true
}

func degrees(v float64) string { return decimal(v, 5) }

func half(v float64, positive, negative string) string {
	if v < 0 {
		return degrees(-v) + "° " + negative
	}
	return degrees(v) + "° " + positive
}

func decimal(v float64, digits int) string { return strconv.FormatFloat(v, 'f', digits, 64) }
