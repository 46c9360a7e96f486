package shops

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
)

// csv is the entries as a file: with a byte order mark, by which spreadsheets know
// UTF-8. It has the columns that are shown.
func (t *table) csv(list []int, shown []column, k clock) string {
	k.years = true // a file is read for years
	var b strings.Builder
	b.WriteString("\uFEFF")
	head := []string{colNumber.title(), colName.title(), text.T("shops.csv.other")}
	for _, c := range shown {
		if c != colNumber {
			head = append(head, c.title())
		}
	}
	text.CSVLine(&b, head...)
	for _, i := range list {
		e := &t.entries[i]
		cells := []string{strconv.FormatInt(e.shop.ShopID, 10), e.name(), state.OtherName(e.shop)}
		for _, c := range shown {
			if c != colNumber {
				cells = append(cells, e.cell(c, t, k).plain())
			}
		}
		text.CSVLine(&b, cells...)
	}
	return b.String()
}

// plain is all of the cell in one line.
func (c cell) plain() string { return text.Dots(c.Words, c.Num, c.More) }
