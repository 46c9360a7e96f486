//go:build !js

package text

import "time"

func formatDate(t time.Time, style DateStyle, utc bool) string {
	if utc {
		t = t.UTC()
	}
	if style == DateMoment {
		return t.Format("2 Jan, 15:04")
	}
	return t.Format("Mon 2 Jan")
}
