package phones

import (
	"strconv"

	"github.com/shopdesk/shopdesk/app/text"
)

// rowView is everything a row shows. A row whose view is as it was isn't drawn
// again.
type rowView struct {
	Index    int
	Of       int
	Country  string // id, "" for none
	Mark     string // flag
	Code     string // "+852"; "+" for none
	Name     string // of the country
	Text     string // in the number's field
	Stored   string // the form that would be stored, "" for none yet
	Raw      bool   // shown as the platform has it, which isn't its own format
	Problem  string
	OfChoice bool   // the problem is the country's
	Doubt    string // what is unusual but doesn't keep anybody from saving
	Held     bool   // being dragged
}

// Rows are the rows to draw. Held is the row being dragged, -1 for none.
func (m *model) Rows(held int) []rowView {
	rows := make([]rowView, len(m.Now))
	for i, e := range m.Now {
		v := rowView{Index: i, Of: len(m.Now), Country: e.Country, Text: e.Text, Raw: e.raw(), Held: i == held,
			Doubt: m.Doubt(i)}
		value, _ := e.value()
		v.Stored = value.String()
		v.Code, v.Name = "+", text.T("phones.country.none")
		if v.Raw {
			v.Name = text.T("phones.country.raw")
		}
		if c := byID(e.Country); c != nil {
			v.Mark, v.Code, v.Name = c.flag(), "+"+c.Code, text.Region(c.ID)
		}
		rows[i] = v
	}
	for _, p := range m.Visible() {
		if p.row != whole && p.row < len(rows) && rows[p.row].Problem == "" {
			rows[p.row].Problem, rows[p.row].OfChoice = p.text, p.country
		}
	}
	return rows
}

// Ids of the page's elements. Rows are counted from 0.
const addID = "phones-add"

func rowID(i int) string { return "phone-" + strconv.Itoa(i) }

func countryID(i int) string { return rowID(i) + "-country" }

func numberID(i int) string { return rowID(i) + "-number" }

func problemID(i int) string { return rowID(i) + "-problem" }

func upID(i int) string { return rowID(i) + "-up" }

func downID(i int) string { return rowID(i) + "-down" }

func removeID(i int) string { return rowID(i) + "-remove" }
