package state

import (
	"fmt"
	"sync"
	"syscall/js"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// offsets looks offsets up in the browser's own zone data. An unknown name
// makes Intl throw, which is the error.
func offsets(name string) (lookup func(unixMS int64) int, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("state: zone %q: %v", name, r)
		}
	}()
	two := "2-digit"
	format := js.Global().Get("Intl").Get("DateTimeFormat").New("en-US", map[string]any{
		"timeZone": name, "hourCycle": "h23", "calendar": "gregory", "numberingSystem": "latn",
		"year": "numeric", "month": two, "day": two, "hour": two, "minute": two, "second": two,
	})
	return func(unixMS int64) int {
		shown := format.Call("format", js.Global().Get("Date").New(float64(unixMS))).String()
		return reading(shown) - int(unixMS/1000)
	}, nil
}

// reading is the local time shown as "11/21/2026, 08:05:30", in seconds since
// 1970-01-01 00:00 of the same clock.
func reading(shown string) int {
	var n [6]int
	i, inside := -1, false
	for _, c := range []byte(shown) {
		digit := c >= '0' && c <= '9'
		if digit && !inside {
			i++
		}
		inside = digit
		if digit && i < len(n) {
			n[i] = n[i]*10 + int(c-'0')
		}
	}
	date := rules.Date{Month: n[0], Day: n[1], Year: n[2]}
	return date.Days()*platform.DaySeconds + n[3]*3600 + n[4]*60 + n[5]
}

// ZoneNames lists the zones the device knows, by IANA name. Older browsers list
// none but their own.
var ZoneNames = sync.OnceValue(func() []string {
	intl := js.Global().Get("Intl")
	if intl.Get("supportedValuesOf").Type() != js.TypeFunction {
		return []string{DeviceZone()}
	}
	list := intl.Call("supportedValuesOf", "timeZone")
	names := make([]string, list.Length())
	for i := range names {
		names[i] = list.Index(i).String()
	}
	return names
})

// DeviceZone is the device's own zone, as it was when it was first asked for.
var DeviceZone = sync.OnceValue(func() string {
	return js.Global().Get("Intl").Call("DateTimeFormat").Call("resolvedOptions").Get("timeZone").String()
})
