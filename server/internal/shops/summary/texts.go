package summary

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// texts are the words of one language.
type texts struct {
	lang  string
	words map[string]string
}

// textsFor gives the words of the first of the languages that has some, or English ones.
func (s *Service) textsFor(tags ...string) texts {
	for _, tag := range append(tags, "en") {
		if words := s.words[tag]; len(words) > 0 {
			return texts{tag, words}
		}
	}
	return texts{}
}

// say returns a text with its placeholders filled.
func (t texts) say(key string, with ...string) string {
	text := t.words[key]
	for i, value := range with {
		text = strings.ReplaceAll(text, "{"+strconv.Itoa(i)+"}", value)
	}
	return text
}

// isolated keeps the direction of a name, an amount or a date within Arabic words.
func (t texts) isolated(value string) string {
	if t.direction() == "rtl" && value != "" {
		return "\u2068" + value + "\u2069"
	}
	return value
}

func (t texts) direction() string {
	if t.lang == "ar" {
		return "rtl"
	}
	return "ltr"
}

// date words a day such as "2026-11-22".
func (t texts) date(day string) string {
	date, ok := rules.ParseDate(day)
	if !ok {
		return t.isolated(day)
	}
	return t.say("summary.date", t.words["day."+date.Weekday().Key()], t.isolated(day))
}

// money lists amounts.
func (t texts) money(amounts []api.Money) string {
	list := make([]string, len(amounts))
	for i, m := range amounts {
		list[i] = t.isolated(m.Text)
	}
	return strings.Join(list, t.words["shift.between"])
}

// beside puts what was a week before behind a value.
func (t texts) beside(now, before string) string { return t.say("summary.beside", now, before) }
