package phones

import (
	"strings"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// entry is one phone as it stands in its row. As long as Kept is set, it is
// the platform's own, byte for byte, and nobody has touched it.
type entry struct {
	Kept    platform.Phone `json:"kept,omitzero"`
	Country string         `json:"country,omitempty"` // id; "" while nobody has chosen one
	Text    string         `json:"text"`              // as it was typed
}

// entryOf is a phone of the platform's. One that isn't in its format, or whose
// area code is nobody's, is shown raw.
func entryOf(p platform.Phone) entry {
	area, number, _ := strings.Cut(p.Number, "-")
	if c := byCode(area); c != nil && len(rules.Refusals(rules.Phones([]platform.Phone{p}))) == 0 {
		return entry{Kept: p, Country: c.ID, Text: grouped(number, c.ID)}
	}
	return entry{Kept: p, Text: p.String()}
}

// raw reports whether the entry is shown as the platform has it.
func (e entry) raw() bool { return e.kept() && e.Country == "" }

// kept reports whether the entry is the platform's own.
func (e entry) kept() bool { return e.Kept != platform.Phone{} }

// reading is what stands in the row.
func (e entry) reading() reading { return read(e.Text, byID(e.Country)) }

// value is what would be stored: "852-12345678". Ok is false while the entry is
// no phone at all yet.
func (e entry) value() (phone platform.Phone, ok bool) {
	if e.kept() {
		return e.Kept, true
	}
	r := e.reading()
	if r.Country == nil || r.Digits == "" || r.Foreign {
		return platform.Phone{}, false
	}
	return platform.Phone{Number: r.Country.Code + "-" + r.Digits}, true
}

// typed is the entry with another text in its field. As long as the caret stands
// at its end, a country that the text names is chosen, and a text that is nothing
// but a number is brought into groups.
func (e entry) typed(text string, atEnd bool) entry {
	if text == e.Text {
		return e
	}
	next := entry{Country: e.Country, Text: text}
	r := next.reading()
	named := r.Country != nil && r.Country.ID != e.Country
	_, marked := international(plain(text))
	switch {
	case r.Foreign || !atEnd:
	case r.Country != nil && (named || marked):
		return entry{Country: r.Country.ID, Text: grouped(r.Digits, r.Country.ID)}
	case strings.Trim(text, "0123456789 ") == "":
		next.Text = grouped(digitsOf(text), e.Country)
	}
	return next
}

// settled is the entry once its field is left.
func (e entry) settled() entry {
	r := e.reading()
	if e.kept() || r.Foreign || r.Country == nil || r.Digits == "" {
		return e
	}
	return entry{Country: r.Country.ID, Text: grouped(r.Digits, r.Country.ID)}
}

// in is the entry with another country, chosen by hand: a calling code in the
// text gives way to it.
func (e entry) in(id string) entry {
	if id == e.Country {
		return e
	}
	r := e.reading()
	if r.Country == nil || r.Foreign {
		return entry{Country: id, Text: e.Text}.settled()
	}
	return entry{Country: id, Text: grouped(r.Digits, id)}
}

// blank reports whether nothing was typed.
func (e entry) blank() bool { return strings.TrimSpace(e.Text) == "" }
