package push

import (
	"fmt"
	"strings"

	"github.com/shopdesk/shopdesk/app/text/words"
)

// readWords reads what notifications say.
func readWords() (map[string]map[string]string, error) {
	languages, err := words.Languages()
	if err != nil {
		return nil, fmt.Errorf("push: %w", err)
	}
	all := map[string]map[string]string{}
	for _, tag := range languages {
		pages, err := words.Pages(tag)
		if err != nil {
			return nil, fmt.Errorf("push: %w", err)
		}
		all[tag] = pages[words.PushFile]
	}
	return all, nil
}

// longestName bounds a shop's name in a notification, in characters.
const longestName = 60

// say is the text with that key in a language, its one placeholder filled. In
// Arabic what fills it keeps a direction of its own.
func (s *Service) say(language, key, with string) string {
	if language == "ar" && with != "" {
		with = "\u2068" + with + "\u2069"
	}
	return strings.ReplaceAll(s.words[language][key], "{0}", with)
}

// language is the first of the tags that there are words in.
func (s *Service) language(tags ...string) string {
	for _, tag := range tags {
		if len(s.words[tag]) > 0 {
			return tag
		}
	}
	return "en"
}

// shorten keeps what fits.
func shorten(text string) string {
	runes := []rune(text)
	if len(runes) <= longestName {
		return text
	}
	return string(runes[:longestName-1]) + "…"
}
