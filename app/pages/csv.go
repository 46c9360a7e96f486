package pages

import (
	"strings"

	"github.com/shopdesk/shopdesk/app/text"
)

// CSV begins a file with the names of its columns, of which these are the keys, after a byte order mark, by which
// spreadsheets know UTF-8.
func CSV(keys ...string) *strings.Builder {
	var b strings.Builder
	b.WriteString("\uFEFF")
	names := make([]string, len(keys))
	for i, key := range keys {
		names[i] = text.T(key)
	}
	text.CSVLine(&b, names...)
	return &b
}
