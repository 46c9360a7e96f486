//go:build !js

package text

import "time"

func formatDate(t time.Time, style DateStyle, utc bool) string {
	if utc {
		t = t.UTC()
	}
	switch style {
	case DateMoment:
		return t.Format("2 Jan, 15:04")
	case DateClock:
		return t.Format("15:04")
	case DateMonth:
		return t.Format("January 2006")
	case DateFull:
		return t.Format("Monday 2 January 2006")
	case DateShort:
	}
	return t.Format("Mon 2 Jan")
}
