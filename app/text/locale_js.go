package text

import (
	"strings"
	"syscall/js"
	"time"

	"github.com/shopdesk/shopdesk/platform"
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
func weekStart() int { return cached(starts, Lang(), askWeekStart) }

// starts are the first days asked for so far, by language.
var starts = map[string]int{}

// cached is what ask answers for a key, asked for once.
func cached[T any](answers map[string]T, key string, ask func() T) T {
	answer, ok := answers[key]
	if !ok {
		answer = ask()
		answers[key] = answer
	}
	return answer
}

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
	format := cached(formatters, name, func() js.Value { return formatter("DateTimeFormat", options) })
	return format.Call("format", js.Global().Get("Date").New(float64(t.UnixMilli()))).String()
}

// formatter makes one of Intl's.
func formatter(kind string, options map[string]any) js.Value {
	return js.Global().Get("Intl").Get(kind).New(locale(), options)
}

func formatDays(first, last time.Time) string {
	format := cached(formatters, Lang()+"days", func() js.Value {
		return formatter("DateTimeFormat", map[string]any{"day": "numeric", "month": "short", "timeZone": "UTC"})
	})
	if first != last && Lang() == "zh-Hant" { // whose ranges Intl writes with strokes: 18/12 至 21/12
		return T("dates.span", formatDays(first, first), formatDays(last, last))
	}
	date := js.Global().Get("Date")
	return format.Call("formatRange", date.New(float64(first.UnixMilli())), date.New(float64(last.UnixMilli()))).String()
}

// formatMoney has the browser write a decimal number. It takes the number as
// text: as a JavaScript number a large one would lose digits. Digits are Latin in Arabic, too, as [Number] has them.
func formatMoney(decimal, currency string) (words string) {
	words = currency + " " + decimal
	defer func() {
		_ = recover() // Intl throws for what isn't a currency: the code and the number it is
	}()
	format := cached(formatters, Lang()+currency, func() js.Value {
		options := map[string]any{"style": "currency", "currency": currency, "currencyDisplay": "code"}
		if n := platform.Decimals(currency); n != 2 {
			options["minimumFractionDigits"], options["maximumFractionDigits"] = n, n
		}
		return formatter("NumberFormat", options)
	})
	return format.Call("format", decimal).String()
}

// spoken takes over what the boot script holds: at first the language that the script chose, whose words came before
// the program was started.
func spoken() *Catalogue {
	words := js.Global().Get("shopdeskWords")
	if !words.Truthy() {
		return &Catalogue{"en", func(string) (string, bool) { return "", false }}
	}
	type text struct {
		words string
		found bool
	}
	known := map[string]text{} // a page says a tenth of them
	return &Catalogue{js.Global().Get("document").Get("documentElement").Get("lang").String(),
		func(key string) (string, bool) {
			t := cached(known, key, func() text {
				found := words.Call("get", key)
				return text{found.String(), !found.IsUndefined()}
			})
			return t.words, t.found
		}}
}

// Speak changes the language on screen: afterwards done is told whether that
// worked. A language whose words don't arrive leaves the one there was. In a
// browser done runs on the event loop: draw again from there with Dispatch. The
// boot script's promise is never rejected.
func Speak(lang string, done func(ok bool)) {
	var then js.Func
	then = js.FuncOf(func(_ js.Value, args []js.Value) any {
		then.Release()
		ok := args[0].Truthy()
		if ok {
			current = spoken()
		}
		done(ok)
		return nil
	})
	js.Global().Call("shopdeskSpeak", lang).Call("then", then)
}

// regions are the names asked for so far, by language and code: asking costs
// more than looking up.
var regions = map[string]string{}

// Region is the name of a country or territory in the language on screen, by
// its ISO 3166 code: "Hong Kong" for "HK". A code that the device doesn't know
// is its own name.
func Region(code string) string {
	return cached(regions, Lang()+":"+code, func() string { return askRegion(code) })
}

// askRegion asks the browser. One without Intl.DisplayNames throws.
func askRegion(code string) (name string) {
	name = code
	defer func() {
		_ = recover() // the code is the name
	}()
	options := map[string]any{"type": "region", "style": "short"}
	said := js.Global().Get("Intl").Get("DisplayNames").New(Lang(), options).Call("of", code)
	if said.Type() == js.TypeString {
		name = said.String()
	}
	return name
}
