package dates

import (
	"encoding/json"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// past is how our server gives entries that are over.
func past(t *testing.T, entries ...platform.SpecialDate) json.RawMessage {
	t.Helper()
	data, err := json.Marshal(entries)
	if err != nil {
		t.Fatal(err)
	}
	return data
}

// Entries that the platform gives no longer stand apart, with their names, the
// latest first.
func TestOver(t *testing.T) {
	t.Parallel()
	today := day("2026-11-20")
	m := loaded(on(utc, "2026-11-17", "2026-11-17", closed...), on(utc, "2026-12-25", "2026-12-26", closed...))
	m.at.Week = &lateWeek
	gone := past(t, on(utc, "2026-11-19", "2026-11-19", closed...),
		on(utc, "2025-12-25", "2025-12-26", platform.Period{StartTime: 18 * hour, EndTime: 2 * hour}))
	m.SetOver(gone)
	m.SetNames([]api.DateName{name("2025-12-25", "2025-12-26", "Christmas")})
	said := func() (said []string) {
		coming, past := m.Rows(today, true)
		for _, r := range append(coming, past...) {
			words := strings.TrimSpace(strings.Join([]string{r.Name, r.Dates, r.Label, r.Hours}, " "))
			if r.ID < 0 {
				words += ", gone"
			}
			if r.Changed || len(r.Nights) > 0 && r.ID < 0 {
				t.Errorf("%+v", r)
			}
			said = append(said, words)
		}
		return said
	}
	want := []string{
		"Fri 25 Dec to Sat 26 Dec 2026 Closed",
		"Thu 19 Nov 2026 Closed, gone",
		"Tue 17 Nov 2026 Closed",
		"Christmas Thu 25 Dec to Fri 26 Dec 2025 Other hours \u206618:00–02:00\u00a0⁺¹\u2069, gone",
	}
	if diff := cmp.Diff(want, said()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	if m.Dirty() || m.Count() != 0 {
		t.Error("what is over is a change")
	}

	m.Remove(m.items[1].ID)
	id, ok := m.Repeat(-2, today)
	if it, _ := m.Item(id); !ok || it.First != "2026-12-25" || it.Last != "2026-12-26" || it.Name != "Christmas" ||
		it.Shifts[0].End.Text != "02:00" {
		t.Errorf("repeated as %+v", it)
	}
	if m.Done(); m.Count() != 2 {
		t.Errorf("%d changes", m.Count())
	}

	m.load(nil, utc)
	m.SetOver(past(t, on(utc, "2025-11-15", "2025-11-15", closed...)))
	if id, _ := m.Repeat(-1, today); m.items[0].ID != id || m.items[0].First != "2027-11-15" {
		t.Errorf("a day that is over this year was repeated on %s", m.items[0].First)
	}
}

// What only our server has can be repeated, and nothing else; the list of the
// platform stays empty.
func TestOverOnThePage(t *testing.T) {
	t.Parallel()
	p := page(t, string(platform.PermissionHoursEdit))
	read(p.Deps)
	p.State.SetOtherDates(7, past(t, on(utc, "2025-12-25", "2025-12-26", closed...)), nil)
	p.State.SetDateNames(7, []api.DateName{name("2025-12-25", "2025-12-26", "Christmas")})
	p.follow()
	markup := pagetest.Markup(p)
	for _, has := range []string{"1 is over", "Christmas", "Repeat next year"} {
		if !strings.Contains(markup, has) {
			t.Errorf("lacks %q", has)
		}
	}
	for _, lacks := range []string{`aria-label="Change `, `aria-label="Remove `, "dates-clear\"", "dates-export"} {
		if strings.Contains(markup, lacks) {
			t.Errorf("has %q", lacks)
		}
	}
}
