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
