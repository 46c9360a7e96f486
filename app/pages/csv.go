package pages

import (
	"strings"

	"github.com/shopdesk/shopdesk/app/text"
)

// CSVLine writes one row of a CSV file. Marks for the screen are left out; a cell
// that a spreadsheet would take for a formula gets an apostrophe in front.
func CSVLine(b *strings.Builder, cells ...string) {
	for i, cell := range cells {
		if i > 0 {
			b.WriteByte(',')
		}
		cell = text.Plain(cell)
		if cell != "" && strings.ContainsRune("=+-@\t\r", rune(cell[0])) {
			cell = "'" + cell
		}
		if strings.ContainsAny(cell, "\",\r\n") {
			cell = `"` + strings.ReplaceAll(cell, `"`, `""`) + `"`
		}
		b.WriteString(cell)
	}
	b.WriteString("\r\n")
}
