//go:build !js

package text

// weekStart is Monday, as for English in a browser.
func weekStart() int { return 1 }

func zoneName(string) string { return "" }
