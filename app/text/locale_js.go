package text

import (
	"strings"
	"syscall/js"
)

// locale is what Intl is asked for in a language: a form of it that writes days
// before months, Latin digits and the Gregorian calendar. Arabic follows the
// device's country, since countries differ in where a week begins.
func locale() string {
	switch lang := Lang(); lang {
	case "en":
		return "en-GB"
	case "zh-Hant":
		return "zh-HK"
	case "pt":
		return "pt-BR"
	case "ar":
		wishes := js.Global().Get("navigator").Get("languages")
		for i := range wishes.Length() {
			if tag := wishes.Index(i).String(); len(tag) == 5 && strings.HasPrefix(tag, "ar-") {
				return tag + "-u-ca-gregory-nu-latn"
			}
		}
		return "ar-AE-u-ca-gregory-nu-latn"
	default:
		return lang
	}
}

// weekStart asks Intl for the locale's first day of the week: 1 is Monday.
// Browsers have it as a method, older ones as a field, the oldest not at all.
func weekStart() int {
	start, ok := starts[Lang()]
	if !ok {
		start = askWeekStart()
		starts[Lang()] = start
	}
	return start
}

// starts are the first days asked for so far, by language.
var starts = map[string]int{}

func askWeekStart() int {
	of := js.Global().Get("Intl").Get("Locale").New(locale())
	info := of.Get("weekInfo")
	if of.Get("getWeekInfo").Type() == js.TypeFunction {
		info = of.Call("getWeekInfo")
	}
	if !info.Truthy() {
		return 1
	}
	return info.Get("firstDay").Int()
}

// zoneName asks Intl for the name of a zone in the language on screen. A zone
// that the browser doesn't know throws.
func zoneName(zone string) (name string) {
	defer func() {
		_ = recover() // the name stays ""
	}()
	format := js.Global().Get("Reflect").Call("construct", js.Global().Get("Intl").Get("DateTimeFormat"),
		[]any{locale(), map[string]any{"timeZone": zone, "timeZoneName": "longGeneric"}})
	parts := format.Call("formatToParts")
	for i := range parts.Length() {
		if part := parts.Index(i); part.Get("type").String() == "timeZoneName" {
			return part.Get("value").String()
		}
	}
	return ""
}
