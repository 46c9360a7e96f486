package text

import (
	"fmt"
	"strings"

	"github.com/shopdesk/shopdesk/platform/rules"
)

// CSVLine writes one row of a CSV file, every cell in quotes. Marks for the
// screen are left out; what a spreadsheet would take for a formula gets an
// apostrophe in front, also in the middle of a cell where a spreadsheet that
// divides at semicolons or tabs would begin another.
func CSVLine(b *strings.Builder, cells ...string) {
	for i, cell := range cells {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteByte('"')
		begins := true
		for cell = Plain(cell); cell != ""; {
			if begins && formula(cell) {
				b.WriteByte('\'')
			}
			end := strings.IndexAny(cell, cellEnds) + 1
			if begins = end > 0; !begins {
				end = len(cell)
			}
			b.WriteString(strings.ReplaceAll(cell[:end], `"`, `""`))
			cell = cell[end:]
		}
		b.WriteByte('"')
	}
	b.WriteString("\r\n")
}

const (
	cellEnds     = ";\t\r\n"
	formulaSigns = "=+-@\uff1d\uff0b\uff0d\uff20\ufe66\ufe62\ufe63\ufe6b" // full-width and small ones, too
	showsNothing = " \"\x00\u00a0\u200b\u200e\u200f\u2060\ufeff"
)

// formula reports whether the first sign that shows is one that begins a formula.
func formula(cell string) bool {
	for _, sign := range cell {
		if !strings.ContainsRune(showsNothing, sign) {
			return strings.ContainsRune(formulaSigns, sign)
		}
	}
	return false
}

// CSVTime writes an instant by a zone's clock, as spreadsheets read it: "2026-11-21 13:05:09"; "" for none. A nil zone
// is UTC.
func CSVTime(unixMS int64, zone rules.Zone) string {
	if unixMS == 0 {
		return ""
	}
	date, second := rules.Local(unixMS, zone)
	return fmt.Sprintf("%s %02d:%02d:%02d", date, second/3600, second/60%60, second%60)
}
