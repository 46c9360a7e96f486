//go:build !js

package text

// regionName knows no names: outside a browser nobody reads them.
func regionName(code string) string { return code }
