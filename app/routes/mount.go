package routes

import "strings"

// Mount is where the console hangs: "" at the root of its host, else a prefix
// such as "/admin/console", without a trailing slash.
type Mount string

// At cleans a prefix into a Mount.
func At(prefix string) Mount {
	prefix = strings.Trim(prefix, "/")
	if prefix == "" {
		return ""
	}
	return Mount("/" + prefix)
}

// Href is the address of r as the browser needs it.
func (m Mount) Href(r Route) string { return string(m) + r.Path() }

// Parse reads the path of a browser's address. A path outside the mount is not
// found.
func (m Mount) Parse(path string) Route {
	rest, ok := strings.CutPrefix(path, string(m))
	if !ok || rest != "" && rest[0] != '/' {
		return Route{Page: NotFound}
	}
	return parse(rest)
}
