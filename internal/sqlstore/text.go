package sqlstore

import "strings"

// text returns s as valid UTF-8 without NUL, which every engine can store.
func text(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// blob returns b, or empty bytes for nil, which would be stored as NULL.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
