package dates

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/dates/ics"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// candidate is an entry that a calendar file offers.
type candidate struct {
	item   item
	hint   string // why it isn't chosen from the start, or what isn't taken
	chosen bool
}

// words describes the candidate.
func (c candidate) words() string {
	words := text.T("edit.of", datesText(c.item), hoursText(c.item))
	if c.item.Name != "" {
		words = text.Dots(text.Isolate(c.item.Name), words)
	}
	return words
}

// Offer makes candidates of events. An event of whole days that tells no hours
// is a closure. What is over, or shares a date with an entry of the list or an
// earlier candidate, isn't chosen.
func (m *model) Offer(events []ics.Event, today rules.Date) []candidate {
	var offered []candidate
	taken := slices.Clone(m.items)
	for _, e := range events {
		c := candidate{item: itemFrom(e.First.String(), e.Last.String(), e.Hours), chosen: true}
		if !e.Unnamed {
			c.item.Name = shorten(e.Summary)
		}
		if e.Repeats {
			c.hint = text.T("dates.import.repeats")
		}
		without := func(hint string) { c.hint, c.chosen = text.Together(c.hint, hint), false }
		if e.Unplaced {
			without(text.T("dates.import.zone"))
		}
		if c.item.over(today) {
			without(text.T("dates.over"))
		}
		if at := slices.IndexFunc(taken, c.item.overlaps); at >= 0 {
			without(text.T("dates.import.overlap", title(taken[at])))
		}
		if c.chosen {
			taken = append(taken, c.item)
		}
		offered = append(offered, c)
	}
	return offered
}

// shorten makes a name of an event's summary: one line, and not too long.
func shorten(summary string) string {
	name := []rune(strings.Join(strings.Fields(summary), " "))
	if len(name) > api.MaxDateName {
		name = append(name[:api.MaxDateName-1], '…')
	}
	return string(name)
}

// chosen are the entries of the chosen candidates.
func chosen(offered []candidate) (items []item) {
	for _, c := range offered {
		if c.chosen {
			items = append(items, c.item)
		}
	}
	return items
}

// Bring adds the chosen candidates to the list, as one step of undo, and tells
// how many they are.
func (m *model) Bring(offered []candidate) int { return m.append(chosen(offered)) }

// Repeat makes the same entry a year later, or in the first year in which it
// isn't over, and opens the editor on it. The 29th of February becomes the
// 28th.
func (m *model) Repeat(id int, today rules.Date) (added int, ok bool) {
	it, ok := m.Item(id)
	days, known := it.span()
	if !ok || !known || !m.begin() {
		return 0, false
	}
	it.Extra, it.Shifts = "", special.Times(it.Shifts)
	n := days.days()
	for next := true; next; next = days.last.Before(today) {
		days.first = nextYear(days.first)
		days.last = days.first.AddDays(n - 1)
	}
	it.First, it.Last = days.first.String(), days.last.String()
	return m.start(it), true
}

func nextYear(d rules.Date) rules.Date {
	d.Year++
	if rules.DateOfDays(d.Days()) != d {
		d.Day--
	}
	return d
}

// Events are the entries of the list for a calendar file.
func (m *model) Events() []ics.Event {
	var events []ics.Event
	for _, it := range sorted(m.items) {
		days, ok := it.span()
		if !ok || len(it.problems()) > 0 {
			continue
		}
		words := kindText(it.Kind)
		if it.Kind == kindShifts {
			words = rules.FormatShifts(rules.NormalizeDay(it.periods()))
		}
		event := ics.Event{Summary: strings.TrimSpace(it.Name), First: days.first, Last: days.last, Hours: it.periods()}
		if event.Summary == "" {
			event.Summary, event.Unnamed = words, true
		} else {
			event.Details = words
		}
		events = append(events, event)
	}
	return events
}

// chooseFile reads the chosen calendar file.
func (p *Page) chooseFile(_ app.Context, file app.Value) {
	if file.Get("size").Int() > ics.MaxBytes {
		p.bringing = &bringing{err: ics.ErrTooLarge}
		return
	}
	pages.Load(p.Ctx, &p.brings, device.ReadText(file), func(_ app.Context, words string, err error) {
		if err != nil {
			p.bringing = &bringing{err: err}
			return
		}
		p.offer(words)
	})
}

// offer reads a calendar file and opens the choice.
func (p *Page) offer(words string) {
	calendar, err := ics.Read(words, ics.ReadOptions{Zone: p.model.at.Zone, Today: p.today(), Lookup: state.ZoneOf})
	p.bringing = &bringing{offered: p.model.Offer(calendar.Events, p.today()), skipped: calendar.Skipped, err: err}
}

// export hands the list to the browser as a file to keep.
func (p *Page) export(app.Context) {
	shop, _ := p.State.Shop(p.Route.ShopID)
	id := strconv.FormatInt(p.Route.ShopID, 10)
	content := ics.Write(p.model.Events(), ics.WriteOptions{
		Name: state.DisplayName(shop), Host: id + ".shopdesk", Now: p.ServerNow(),
	})
	device.Download(p.Ctx, "special-dates-"+id+".ics", "text/calendar;charset=utf-8", content)
}
