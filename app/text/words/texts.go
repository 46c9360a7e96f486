package words

import (
	"strconv"
	"strings"
)

// Spoken are the texts of some files in every language, by language and key.
type Spoken map[string]map[string]string

// In returns the texts of the first of the languages that has some, or the English ones.
func (s Spoken) In(tags ...string) Texts {
	for _, tag := range tags {
		if texts := s[tag]; len(texts) > 0 {
			return Texts{tag, texts}
		}
	}
	return Texts{"en", s["en"]}
}

// Texts are the texts of one language.
type Texts struct {
	Lang  string            // BCP 47
	Words map[string]string // by key
}

// Say returns a text with its placeholders filled.
func (t Texts) Say(key string, with ...string) string {
	var filled []string
	for i, value := range with {
		filled = append(filled, "{"+strconv.Itoa(i)+"}", value)
	}
	return strings.NewReplacer(filled...).Replace(t.Words[key])
}

// Isolated keeps the direction of a name, an amount or a date within Arabic words.
func (t Texts) Isolated(value string) string {
	if t.Dir() == "rtl" && value != "" {
		return "\u2068" + value + "\u2069"
	}
	return value
}

// Dir is the direction in which the language is written.
func (t Texts) Dir() string { return Direction(t.Lang) }

// Direction is the direction in which a language is written: "ltr" or "rtl".
func Direction(lang string) string {
	if lang == "ar" {
		return "rtl"
	}
	return "ltr"
}
