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
	text.CSVLine(&b, Words(keys, func(key string) string { return text.T(key) })...)
	return &b
}
