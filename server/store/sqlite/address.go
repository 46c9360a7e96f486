package sqlite

import (
	"net/url"
	"strings"
)

// Settings of the four kinds of connection. looking changes nothing. moving is for the connection that moves the log,
// see moveLog.
var (
	writing = url.Values{
		"_txlock": {"immediate"}, // a transaction that reads first could later fail to write
		"_pragma": {
			"busy_timeout(10000)",
			"journal_mode(WAL)",
			"synchronous(FULL)", // an audit entry is on disk before its change is sent
			"foreign_keys(1)",
			"wal_autocheckpoint(" + walMost + ")",
		},
	}
	looking = url.Values{"_pragma": {"busy_timeout(10000)"}}
	moving  = url.Values{
		"_pragma": {
			"busy_timeout(10000)",
			"journal_mode(WAL)", // a connection that is older than the log never sees the log
		},
	}
	reading = url.Values{
		"_pragma": {
			"busy_timeout(10000)",
			"query_only(1)",
		},
	}
)

// address returns path as a URI, with ?, # and % escaped.
func address(path string, settings url.Values) string {
	escaped := strings.NewReplacer("%", "%25", "?", "%3f", "#", "%23").Replace(path)
	return "file:" + escaped + "?" + settings.Encode()
}
