package sqlite

import (
	"net/url"
	"strings"
)

// writing, reading and moving (of the log, see moveLog) are the settings of the
// kinds of connection.
var (
	writing = url.Values{
		"_txlock": {"immediate"}, // a transaction that read first could fail to write
		"_pragma": {
			"busy_timeout(10000)",
			"journal_mode(WAL)",
			"synchronous(FULL)", // an audit entry is on disk before its change is sent
			"foreign_keys(1)",
			"wal_autocheckpoint(" + walMost + ")",
		},
	}
	moving  = url.Values{"_pragma": {"busy_timeout(10000)"}}
	reading = url.Values{
		"_pragma": {
			"busy_timeout(10000)",
			"query_only(1)",
		},
	}
)

// address is path as a URI, in which ?, # and % would have a meaning.
func address(path string, settings url.Values) string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped + "?" + settings.Encode()
}
