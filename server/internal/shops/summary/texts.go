package summary

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// texts word figures in one language.
type texts struct {
	words.Texts

	unseen string // said of stops that weren't kept yet
}

// date words a day such as "2026-11-22".
func (t texts) date(day string) string {
	date, ok := rules.ParseDate(day)
	if !ok {
		return t.Isolated(day)
	}
	weekday := t.Words["day."+date.Weekday().Key()]
	return t.Say("summary.date", words.Within(t.Lang, weekday), t.day(date))
}

// day writes a date in figures.
func (t texts) day(d rules.Date) string {
	return t.Isolated(t.Say("summary.day", strconv.Itoa(d.Day), strconv.Itoa(d.Month), strconv.Itoa(d.Year)))
}

// money lists amounts.
func (t texts) money(amounts []api.Money) string {
	list := make([]string, len(amounts))
	for i, m := range amounts {
		list[i] = t.Isolated(t.Money(m.Text))
	}
	return strings.Join(list, t.Words["shift.between"])
}

// beside puts what was a week before behind a value.
func (t texts) beside(now, before string) string { return t.Say("summary.beside", now, before) }
