package shops

import (
	"strconv"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
)

// csv is the entries as a file. It has the columns that are shown.
func (t *table) csv(list []int, shown []column, k clock) string {
	k.years = true // a file is read for years
	head := []string{colNumber.titleKey(), colName.titleKey(), "shops.csv.other"}
	for _, c := range shown {
		if c != colNumber {
			head = append(head, c.titleKey())
		}
	}
	b := pages.CSV(head...)
	for _, i := range list {
		e := &t.entries[i]
		cells := []string{strconv.FormatInt(e.shop.ShopID, 10), e.name(), state.OtherName(e.shop)}
		for _, c := range shown {
			if c != colNumber {
				cells = append(cells, e.cell(c, t, k).plain())
			}
		}
		text.CSVLine(b, cells...)
	}
	return b.String()
}

// plain is all of the cell in one line.
func (c cell) plain() string { return text.Dots(c.Words, c.Num, c.More) }
