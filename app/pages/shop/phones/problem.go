package phones

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// problem is one thing that is wrong. Text is final.
type problem struct {
	row     int // whole for the list
	country bool
	text    string
}

// whole is the row of a problem of the list.
const whole = -1

// Visible are the problems to show. Nobody is interrupted in the middle of a
// number, or told that a fresh row is empty: until the first try to save, only
// what is complete is judged.
func (m *model) Visible() []problem {
	now := m.Problems()
	if m.Tried == 0 {
		now = slices.DeleteFunc(now, func(p problem) bool {
			if p.row == whole {
				return false
			}
			return m.Now[p.row].blank() || m.Now[p.row].raw() || m.Typing && !slices.Contains(m.Shown, p)
		})
	}
	return append(now, m.Said...)
}

// Try is an attempt to save: it reports whether nothing is wrong.
func (m *model) Try() bool {
	m.Attempt()
	return len(m.Problems()) == 0
}

// Problems is everything that is wrong with the phones on the screen, in the
// order of the rows.
func (m *model) Problems() []problem {
	var found []problem
	if len(m.Now) < platform.MinPhones {
		found = append(found, problem{row: whole, text: text.T("phones.need")})
	}
	values := m.values()
	broken := m.broken(false)
	for i, e := range m.Now {
		if words, country := e.wrong(values[i], broken[i]); words != "" {
			found = append(found, problem{row: i, country: country, text: words})
		}
	}
	return found
}

// broken are the broken rules of the rows that are only warned of, or the others.
func (m *model) broken(warned bool) map[int]rules.Problem {
	broken := map[int]rules.Problem{}
	values := m.values()
	judged := rules.Spare(m.leaves.Judge(rules.Phones(values)), rules.PhonesStand(m.base, values))
	for _, p := range judged {
		if i, _ := rules.Index(p.Path); i >= 0 && p.Warning == warned {
			broken[i] = p
		}
	}
	return broken
}

// wrong says what is wrong with an entry, "" for nothing, and whether that is its country. Its value breaks a rule, or
// none: the zero problem.
func (e entry) wrong(value platform.Phone, broken rules.Problem) (why string, country bool) {
	r := e.reading()
	switch {
	case e.raw() && broken.Code == rules.CodePhoneFormat:
		return text.T("phones.raw.need"), false
	case e.blank():
		return text.T("phones.blank"), false
	case !e.kept() && r.Foreign:
		return text.T("phones.foreign", text.LTR(strings.TrimSpace(e.Text))), false
	case !e.kept() && (r.Digits == "" || r.Country == nil && e.Country != ""):
		return text.T("phones.short"), false
	case !e.kept() && r.Country == nil:
		return text.T("phones.country.need"), true
	case broken.Code == "":
		return "", false
	}
	return words(broken, value), false
}

// words are those of a broken rule about a phone.
func words(p rules.Problem, value platform.Phone) string {
	switch p.Code {
	case rules.CodePhoneTwice:
		if first, ok := p.Number(0); ok {
			return text.T("phones.twice", text.LTR(value.String()), first+1)
		}
	case rules.CodePhoneShort:
		return text.T("phones.short")
	case rules.CodePhoneFormat:
		return text.T("phones.long")
	}
	return text.Problem(p)
}

// Doubt says that the platform may refuse a phone, or that its number is of an unusual
// length for its country, "" when neither is so. It keeps nobody from saving.
func (m *model) Doubt(i int) string {
	e := m.Now[i]
	if e.raw() || m.Typing && m.At == numberOf(i) {
		return ""
	}
	if p, warned := m.broken(true)[i]; warned {
		return text.Doubt(words(p, m.values()[i]))
	}
	r := e.reading()
	if r.Foreign || r.Country == nil || r.Digits == "" || r.Country.usual(len(r.Digits)) {
		return ""
	}
	name, n := text.Region(r.Country.ID), len(r.Digits)
	if r.Country.Least == r.Country.Most {
		return text.T("phones.doubt", name, text.N("phones.digits", r.Country.Least), n)
	}
	return text.T("phones.doubt.range", name, r.Country.Least, r.Country.Most, n)
}

// Refused takes the problems that the server found in the list it was sent. It
// reports whether there is a place for any: phones that have gone since have none.
func (m *model) Refused(found []rules.Problem) bool {
	m.Said = nil
	for _, p := range found {
		path, ours := strings.CutPrefix(p.Path, "phones")
		sent, _ := rules.Index(path)
		row, known := whole, sent >= 0 && sent < len(m.Sent)
		if known {
			row = slices.Index(m.Now, m.Sent[sent])
		}
		switch {
		case !ours, known && row == whole:
		case known:
			words := text.Problem(p)
			if p.Code == api.ProblemPhoneImpossible {
				words = text.T("phones.impossible", text.LTR(m.values()[row].String()))
			}
			m.Said = append(m.Said, problem{row: row, text: words})
		default:
			m.Said = append(m.Said, problem{row: whole, text: text.Problem(p)})
		}
	}
	return len(m.Said) > 0
}

// Wrong leads to the fields of what is wrong, once somebody tried to save.
func (m *model) Wrong() pages.Faults {
	if m.Tried == 0 {
		return nil
	}
	var items pages.Faults
	for _, p := range m.Visible() {
		item := components.ErrorItem{Target: numberID(p.row), Text: p.text}
		switch {
		case p.row == whole:
			item.Target = addID
		case p.country:
			item.Target = countryID(p.row)
		}
		if p.row != whole && len(m.Now) > 1 {
			item.Text = text.T("edit.of", text.T("phones.row", p.row+1), p.text)
		}
		items = append(items, item)
	}
	return items
}
