package routes

import "net/url"

// Query is the end of an address that asks for values, "?kind=pause": "" for none.
func Query(v url.Values) string {
	if len(v) == 0 {
		return ""
	}
	return "?" + v.Encode()
}
