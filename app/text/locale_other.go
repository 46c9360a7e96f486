//go:build !js

package text

import (
	"time"

	"github.com/shopdesk/shopdesk/app/text/words"
)

// weekStart is Monday, as for English in a browser.
func weekStart() int { return 1 }

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

func formatDays(first, last time.Time) string {
	switch {
	case first.Equal(last):
		return last.Format("2 Jan")
	case first.Month() == last.Month():
		return first.Format("2") + "–" + last.Format("2 Jan")
	}
	return first.Format("2 Jan") + " – " + last.Format("2 Jan")
}

func formatMoney(decimal, currency string) string { return currency + " " + decimal }

// spoken is English at first, for tests.
func spoken() *Catalogue {
	c, err := read("en")
	if err != nil {
		panic(err) // the files are embedded, and a test reads them all
	}
	return c
}

func read(lang string) (*Catalogue, error) {
	all, err := words.Read(lang)
	if err != nil {
		return nil, err
	}
	return &Catalogue{lang, func(key string) (string, bool) {
		found, ok := all[key]
		return found, ok
	}}, nil
}

// Speak changes the language on screen: afterwards done is told whether that
// worked. A language whose words don't arrive leaves the one there was. In a
// browser done runs on the event loop: draw again from there with Dispatch.
func Speak(lang string, done func(ok bool)) {
	c, err := read(lang)
	if err == nil {
		current = c
	}
	done(err == nil)
}

// Region is the name of a country or territory, by its ISO 3166 code. Outside a browser, where nobody reads names, the
// code is the name.
func Region(code string) string { return code }
