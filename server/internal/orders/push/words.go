package push

import "strings"

// longestName limits a shop's name in a notification, in characters.
const longestName = 60

// say returns a text in a language, with its placeholder filled. In Arabic the inserted value is
// isolated, so that it keeps its own direction.
func (s *Service) say(language, key, with string) string {
	if language == "ar" && with != "" {
		with = "\u2068" + with + "\u2069"
	}
	return strings.ReplaceAll(s.words[language][key], "{0}", with)
}

// language returns the first of the tags that has texts, or "en".
func (s *Service) language(tags ...string) string {
	for _, tag := range tags {
		if len(s.words[tag]) > 0 {
			return tag
		}
	}
	return "en"
}
