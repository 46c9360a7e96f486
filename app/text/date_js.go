package text

import (
	"syscall/js"
	"time"
)

// formatters holds an Intl.DateTimeFormat per style and zone: making one costs
// far more than using it.
var formatters = map[string]js.Value{}

func formatDate(t time.Time, style DateStyle, utc bool) string {
	options := map[string]any{"day": "numeric", "month": "short"}
	switch style {
	case DateShort:
		options["weekday"] = "short"
	case DateMoment:
		options["hour"], options["minute"], options["hourCycle"] = "2-digit", "2-digit", "h23"
	case DateClock:
		options = map[string]any{"hour": "2-digit", "minute": "2-digit", "hourCycle": "h23"}
	case DateMonth:
		options = map[string]any{"month": "long", "year": "numeric"}
	case DateFull:
		options = map[string]any{"weekday": "long", "day": "numeric", "month": "long", "year": "numeric"}
	}
	name := Lang() + string(rune('a'+int(style)))
	if utc {
		options["timeZone"] = "UTC"
		name += "u"
	}
	format, ok := formatters[name]
	if !ok {
		format = js.Global().Get("Intl").Get("DateTimeFormat").New(locale(), options)
		formatters[name] = format
	}
	return format.Call("format", js.Global().Get("Date").New(float64(t.UnixMilli()))).String()
}
