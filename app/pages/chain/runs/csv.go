package runs

import (
	"strconv"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/text"
)

// csv is the result as a file: with a byte order mark, by which spreadsheets know
// UTF-8.
func csv(w *watched, name func(int64) string) string {
	var b strings.Builder
	b.WriteString("\uFEFF")
	text.CSVLine(&b, text.T("runs.csv.number"), text.T("runs.csv.shop"), text.T("runs.csv.state"), text.T("runs.csv.changes"),
		text.T("runs.csv.reason"), text.T("runs.csv.code"), text.T("runs.csv.tries"), text.T("runs.csv.time"))
	for _, s := range w.Shops {
		code, at := "", ""
		if s.Platform != 0 {
			code = itoa(s.Platform)
		}
		if s.At != 0 {
			at = time.UnixMilli(s.At).UTC().Format(time.RFC3339)
		}
		text.CSVLine(&b, strconv.FormatInt(s.ShopID, 10), name(s.ShopID), shopWord(s), diff.Words(s.Differences),
			strings.Join(reasons(s, w.Change.Dates), " "), code, itoa(s.Tries), at)
	}
	return b.String()
}
