package page

import (
	"strconv"
	"strings"
)

// The codings an answer can have.
const (
	brotliCoding   = "br"
	gzipCoding     = "gzip"
	identityCoding = ""
)

// coding picks the form to send for an Accept-Encoding header (RFC 9110, 12.5.3):
// the offered form with the highest weight, and of equal weights the first one.
// Every client takes the identity form.
func coding(accept string, offered []string) string {
	best, weight := identityCoding, 0.0
	for _, name := range offered {
		if q := quality(accept, name); q > weight {
			best, weight = name, q
		}
	}
	return best
}

// quality gives the weight of a coding in accept, 0 for an unwanted coding.
func quality(accept, name string) float64 {
	wildcard := 0.0
	for item := range strings.SplitSeq(accept, ",") {
		token, parameters, _ := strings.Cut(item, ";")
		token = strings.ToLower(strings.TrimSpace(token))
		if token != name && token != "*" {
			continue
		}
		q := 1.0
		if value, ok := strings.CutPrefix(strings.ToLower(strings.TrimSpace(parameters)), "q="); ok {
			parsed, err := strconv.ParseFloat(value, 64)
			if err != nil || parsed < 0 || parsed > 1 {
				continue
			}
			q = parsed
		}
		if token == name {
			return q
		}
		wildcard = q
	}
	return wildcard
}

// matches reports whether an If-None-Match header names the tag (RFC 9110, 13.1.2:
// a weak comparison).
func matches(header, tag string) bool {
	for item := range strings.SplitSeq(header, ",") {
		item = strings.TrimSpace(item)
		if item == "*" || strings.TrimPrefix(item, "W/") == tag {
			return true
		}
	}
	return false
}
