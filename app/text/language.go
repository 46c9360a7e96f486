package text

// Language is one that the console speaks.
type Language struct {
	Tag  string // BCP 47
	Name string // in the language itself
}

// Languages lists them in the order in which they are offered.
func Languages() []Language {
	return []Language{{"en", "English"}, {"zh-Hant", "繁體中文"}, {"ar", "العربية"}, {"pt", "Português"}}
}

// Speak changes the language on screen: afterwards done is told whether that
// worked. A language whose words don't arrive leaves the one there was. In a
// browser done runs on the event loop: draw again from there with Dispatch.
func Speak(lang string, done func(ok bool)) { speak(lang, done) }

// Region is the name of a country or territory in the language on screen, by
// its ISO 3166 code: "Hong Kong" for "HK". A code that the device doesn't know
// is its own name.
func Region(code string) string { return regionName(code) }
