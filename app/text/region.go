package text

// Region is the name of a country or territory in the language on screen, by
// its ISO 3166 code: "Hong Kong" for "HK". A code that the device doesn't know
// is its own name.
func Region(code string) string { return regionName(code) }
