package sqlstore

import "strings"

// text makes s storable on every engine: valid UTF-8 without NUL.
func text(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// blob is b, but never the NULL that a nil slice would be.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
