package directory_test

import (
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/internal/shops/directory"
	"github.com/shopdesk/shopdesk/server/store"
)

func firstDays(dates []platform.SpecialDate) []string {
	days := []string{}
	for _, d := range dates {
		first, _ := rules.SpecialDays(d, platform.AnchorUTC, nil)
		days = append(days, first.String())
	}
	slices.Sort(days)
	return days
}

// unlisted lists the first days of the dates that a replica knows and the platform doesn't list.
func unlisted(t *testing.T, s *directory.Service, id int64) []string {
	t.Helper()
	var dates []platform.SpecialDate
	if list := servertest.Must(s.Unlisted(t.Context(), id))(t); list != nil {
		if err := json.Unmarshal(list, &dates); err != nil {
			t.Fatal(err)
		}
	}
	return firstDays(dates)
}

// write writes a list through a client of the platform.
func write(t *testing.T, client *platform.Client, id int64, dates ...platform.SpecialDate) {
	t.Helper()
	if err := client.UpdateSpecialHours(t.Context(), platform.SpecialUpdate{ShopID: id,
		Dates: append(platform.SpecialDates{}, dates...)}); err != nil {
		t.Fatal(err)
	}
}

// A date that was written or listed and is no longer listed is kept apart, through saves that lack it and on every
// replica, until the date is listed again, over, overwritten or removed by an operator. The regression: a platform
// that lists today's dates alone lost all others with the next save.
func TestUnlistedDatesAreKeptApart(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.work(0)
	today, eve, year := closing(t, "2026-11-20", "2026-11-20"), closing(t, "2026-12-24", "2026-12-24"),
		closing(t, "2026-12-31", "2027-01-02")
	is := func(step string, want ...string) {
		t.Helper()
		f.flush()
		other, _ := f.replica()
		for name, s := range map[string]*directory.Service{"this replica": f.service, "another": other} {
			if diff := cmp.Diff(append([]string{}, want...), unlisted(t, s, shop)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", step, name, diff)
			}
		}
	}
	write(t, f.platform, shop, today, eve, year)
	is("all are listed")
	if err := f.box.SetVariant(sandbox.ActiveDates, true); err != nil {
		t.Fatal(err)
	}
	f.work(time.Hour)
	is("today's alone are listed", "2026-12-24", "2026-12-31")
	if facts := servertest.Must(f.service.Facts(t.Context(), []int64{shop}))(t); len(facts[0].Unlisted) != 2 ||
		len(*facts[0].Dates) != 1 {
		t.Errorf("%+v", facts)
	}
	write(t, f.platform, shop, today)
	is("a save lacks them", "2026-12-24", "2026-12-31")
	write(t, f.platform, shop, today, closing(t, "2027-01-01", "2027-01-01"))
	f.work(time.Hour)
	is("a save has other plans for some of the days", "2026-12-24", "2027-01-01")

	eves := []api.ChangeRange{{From: "2026-12-24", To: "2026-12-24"}}
	for id, status := range map[int64]int{foreign: http.StatusNotFound, shop: http.StatusOK} {
		if got := f.desk.Send(t, api.RoleManager, http.MethodPost, api.PathForgetDates,
			api.ForgetDates{ShopID: id, Dates: eves}, nil); got.Status != status {
			t.Errorf("forgotten at %d: %+v, want %d", id, got, status)
		}
	}
	is("one was said to be gone", "2027-01-01")
	f.work(time.Hour)
	is("and stays gone", "2027-01-01")
	if err := f.box.SetVariant(sandbox.ActiveDates, false); err != nil {
		t.Fatal(err)
	}
	f.work(time.Hour)
	is("all are listed again")
	if err := f.box.SetVariant(sandbox.ActiveDates, true); err != nil {
		t.Fatal(err)
	}
	f.work(time.Hour)
	is("and no more", "2027-01-01")
	f.work(50 * 24 * time.Hour)
	is("it is over")
}

// A date that our own write left out isn't missed when the answer to the write is lost; a date that the write kept is.
// The regression: an undone closure was said to be unlisted, and held up each later change of the shop.
func TestDateRemovedWithoutAnAnswerIsNotMissed(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.work(0)
	today, eve := closing(t, "2026-11-20", "2026-11-20"), closing(t, "2026-12-24", "2026-12-24")
	year := closing(t, "2026-12-31", "2027-01-02")
	write(t, f.platform, shop, today, eve, year)
	request := servertest.Must(json.Marshal(platform.SpecialUpdate{ShopID: shop,
		Dates: platform.SpecialDates{today, year}}))(t)
	f.service.Observe(platform.PathSpecialUpdate, shop, request, nil, f.clock.Now())
	write(t, f.stranger(), shop, today)
	f.flush()
	f.work(time.Minute)
	other, _ := f.replica()
	for name, s := range map[string]*directory.Service{"this replica": f.service, "another": other} {
		if diff := cmp.Diff([]string{"2026-12-31"}, unlisted(t, s, shop)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// A date that one replica has written is kept when another one, which doesn't know of it yet, reads the list a moment
// later. The regression: the other replica's list replaced what was written, and the date was forgotten.
func TestDateWrittenByAnotherReplicaIsKept(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.work(0)
	today, eve := closing(t, "2026-11-20", "2026-11-20"), closing(t, "2026-12-24", "2026-12-24")
	write(t, f.platform, shop, today)
	f.flush()
	if err := f.box.SetVariant(sandbox.ActiveDates, true); err != nil {
		t.Fatal(err)
	}
	other, client := f.replica()
	if got := unlisted(t, other, shop); len(got) > 0 {
		t.Fatalf("before: %v", got)
	}
	write(t, f.platform, shop, today, eve)
	f.clock.Advance(time.Millisecond)
	if _, err := client.SpecialHours(t.Context(), platform.ShopRef{ShopID: shop}); err != nil {
		t.Fatal(err)
	}
	if err := other.Flush(t.Context()); err != nil {
		t.Fatal(err)
	}
	f.flush()
	for name, s := range map[string]*directory.Service{"the writer": f.service, "the reader": other} {
		if diff := cmp.Diff([]string{"2026-12-24"}, unlisted(t, s, shop)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", name, diff)
		}
	}
}

// seenFacts remembers the facts that drift is asked for; the shop differs from a template.
type seenFacts struct{ all []change.ShopFacts }

func (s *seenFacts) Drifts(_ context.Context, facts []change.ShopFacts,
	_ []store.Group) (map[int64][]api.Drift, []api.TemplateID, error) {
	s.all = facts
	return map[int64][]api.Drift{shop: {{Template: "t"}}}, []api.TemplateID{{ID: "t"}}, nil
}

// An event is for every operator who sees the shop, staff among them: it told them how the shop differs from its
// templates.
func TestEventsDoNotTellOfDrift(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.service.SetDriftSource(new(seenFacts))
	_, head := f.news(0)
	f.work(0)
	rows, _ := f.news(head)
	at := slices.IndexFunc(rows, func(r api.RosterShop) bool { return r.ShopID == shop })
	if at < 0 || len(rows[at].Drift) > 0 {
		t.Errorf("told %+v", rows)
	}
	var list api.Roster
	if err := f.ask(api.RoleOwner, http.MethodGet, api.PathRoster, nil, &list); err != nil {
		t.Fatal(err)
	}
	if at := slices.IndexFunc(list.Shops, func(r api.RosterShop) bool { return r.ShopID == shop }); at < 0 ||
		len(list.Shops[at].Drift) != 1 {
		t.Errorf("listed %+v", list.Shops)
	}
}

// The list of all shops compares a shop with its templates by the facts that the templates' own pages use: it left out
// the dates that the platform doesn't list, so that the pages contradicted each other.
func TestListComparesUnlistedDates(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.work(0)
	write(t, f.platform, shop, closing(t, "2026-12-24", "2026-12-24"))
	f.flush()
	if err := f.box.SetVariant(sandbox.ActiveDates, true); err != nil {
		t.Fatal(err)
	}
	f.work(time.Hour)
	seen := &seenFacts{}
	f.service.SetDriftSource(seen)
	f.desk.Send(t, api.RoleOwner, http.MethodGet, api.PathRoster, nil, nil)
	want := servertest.Must(f.service.Facts(t.Context(), []int64{shop}))(t)[0].Unlisted
	at := slices.IndexFunc(seen.all, func(k change.ShopFacts) bool { return k.Shop.ShopID == shop })
	if at < 0 || len(want) != 1 || !cmp.Equal(want, seen.all[at].Unlisted) {
		t.Errorf("compared with %v", want)
	}
}

// Dates that were kept apart join the list once the profile says how the platform lists: no operator has to confirm
// each entry.
func TestUnlistedDatesJoinTheListOfANewProfile(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.work(0)
	write(t, f.platform, shop, closing(t, "2026-11-20", "2026-11-20"), closing(t, "2026-12-24", "2026-12-24"))
	f.flush()
	if err := f.box.SetVariant(sandbox.ActiveDates, true); err != nil {
		t.Fatal(err)
	}
	f.work(time.Hour)
	if got := unlisted(t, f.service, shop); len(got) != 1 {
		t.Fatalf("unlisted: %v", got)
	}
	f.listing = platform.ListActive
	service, client := f.replica()
	for range 2 {
		got := servertest.Must(client.SpecialHours(t.Context(), platform.ShopRef{ShopID: shop}))(t)
		if diff := cmp.Diff([]string{"2026-11-20", "2026-12-24"}, firstDays(*got)); diff != "" {
			t.Errorf("(-want +got):\n%s", diff)
		}
		if left := unlisted(t, service, shop); len(left) > 0 {
			t.Errorf("still apart: %v", left)
		}
	}
}

// A profile with ListActive has the dates ahead in every answer: reads, comparisons and writes use the whole list, on
// every replica.
func TestListOfActiveDatesIsWhole(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.listing, f.box.Plays = platform.ListActive, []sandbox.Variant{sandbox.ActiveDates}
	f.service, f.platform = f.replica()
	f.work(0)
	unheard := f.stranger()
	today, eve, year := closing(t, "2026-11-20", "2026-11-20"), closing(t, "2026-12-24", "2026-12-24"),
		closing(t, "2026-12-31", "2027-01-02")
	is := func(step string, id int64, want ...string) {
		t.Helper()
		f.flush()
		_, other := f.replica() // a new replica
		for name, client := range map[string]*platform.Client{"this replica": f.platform, "another": other} {
			got := servertest.Must(client.SpecialHours(t.Context(), platform.ShopRef{ShopID: id}))(t)
			if diff := cmp.Diff(append([]string{}, want...), firstDays(*got)); diff != "" {
				t.Errorf("%s, %s (-want +got):\n%s", step, name, diff)
			}
		}
		if left := unlisted(t, f.service, id); len(left) > 0 {
			t.Errorf("%s: unlisted %v", step, left)
		}
	}
	for _, id := range []int64{shop, saoPaulo} {
		write(t, f.platform, id, today, eve, year)
		is("written", id, "2026-11-20", "2026-12-24", "2026-12-31")
		write(t, f.platform, id, today, year)
		is("one was taken away here", id, "2026-11-20", "2026-12-31")
		write(t, unheard, id, year)
		f.work(time.Hour)
		is("one that should be listed was taken away elsewhere", id, "2026-12-31")
		if facts := servertest.Must(f.service.Facts(t.Context(), []int64{id}))(t); len(*facts[0].Dates) != 1 {
			t.Errorf("%+v", facts)
		}
	}
	f.work(42 * 24 * time.Hour) // 1 January
	is("it is listed now", shop, "2026-12-31")
	f.work(3 * 24 * time.Hour)
	is("all is over", shop)
}

// Without our own store the dates ahead are unknown: saving half a list would erase the other half, so the read
// fails.
func TestListOfActiveDatesNeedsTheStore(t *testing.T) {
	t.Parallel()
	f := newFixture(t, 0)
	f.listing, f.box.Plays = platform.ListActive, []sandbox.Variant{sandbox.ActiveDates}
	f.service, f.platform = f.replica()
	f.work(0)
	write(t, f.platform, shop, closing(t, "2026-11-20", "2026-11-20"), closing(t, "2026-12-24", "2026-12-24"))
	f.flush()
	if err := f.store.Close(); err != nil {
		t.Fatal(err)
	}
	if list, err := f.platform.SpecialHours(t.Context(), platform.ShopRef{ShopID: shop}); err == nil {
		t.Errorf("half a list: %v", firstDays(*list))
	}
	if _, err := f.platform.WeeklyHours(t.Context(), platform.ShopRef{ShopID: shop}); err != nil {
		t.Errorf("a read that is whole by itself: %v", err)
	}
}
