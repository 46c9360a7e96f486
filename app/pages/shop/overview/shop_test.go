package overview

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

const hour = 3600

var (
	hongKong = rules.Fixed(8 * hour)
	week     = platform.Week{
		Thu: []platform.Period{{StartTime: 18 * hour, EndTime: 2 * hour}},
		Fri: []platform.Period{{StartTime: 17 * hour, EndTime: 22 * hour}, {StartTime: 11 * hour, EndTime: 15 * hour}},
	}
)

// entry is a special date from the first to the last of November days, at UTC.
func entry(first, last int, shifts ...platform.Period) platform.SpecialDate {
	start, end := rules.SpecialRange(rules.Date{Year: 2026, Month: 11, Day: first},
		rules.Date{Year: 2026, Month: 11, Day: last}, platform.AnchorUTC, nil)
	return platform.SpecialDate{StartDate: start, EndDate: end, BusinessHour: shifts}
}

func TestDays(t *testing.T) {
	t.Parallel()
	dates := []platform.SpecialDate{entry(21, 22, platform.Period{})}
	got := []day{dayOn("Today", november(20), dates, here), dayOn("Tomorrow", november(21), dates, here)}
	want := []day{
		{
			title: "Today", date: "Fri 20 Nov", words: "\u206611:00–15:00\u2069 and \u206617:00–22:00\u2069",
			spill: "The evening before runs on until 02:00.",
			segments: []rules.Segment{
				{End: 2 * hour, Spill: true}, {Start: 11 * hour, End: 15 * hour, Shift: 1}, {Start: 17 * hour, End: 22 * hour},
			},
		},
		{title: "Tomorrow", date: "Sat 21 Nov", words: "Closed all day", special: true},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(day{}), cmpopts.EquateEmpty()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestNext(t *testing.T) {
	t.Parallel()
	dates := []platform.SpecialDate{
		entry(28, 28, platform.Period{StartTime: 10 * hour, EndTime: 12 * hour}),
		entry(18, 19, platform.Period{}), // over
		entry(19, 20, platform.Period{}), // going on
		entry(24, 26, platform.Period{EndTime: 24 * hour}),
		entry(29, 29, platform.Period{}),
		entry(30, 30, platform.Period{}),
	}
	got, more := next(november(20), dates,
		[]api.DateName{{First: "2026-11-24", Last: "2026-11-26", Name: "Fair"}}, here)
	want := []nextDate{
		{"", "Thu 19 Nov to Fri 20 Nov", "Closed all day"},
		{"Fair", "Tue 24 Nov to Thu 26 Nov", "Open all day"},
		{"", "Sat 28 Nov", "\u206610:00–12:00\u2069"},
	}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(nextDate{})); diff != "" || more != 2 {
		t.Errorf("%d more, want 2 (-want +got):\n%s", more, diff)
	}
}

// The platform counts the shop's midnights while the console is set to UTC: the
// page once showed such a closure a day early.
func TestDatesByTheOtherAnchor(t *testing.T) {
	t.Parallel()
	closed := entry(21, 21, platform.Period{})
	closed.StartDate, closed.EndDate = rules.SpecialRange(november(21), november(21), platform.AnchorShop, hongKong)
	dates := []platform.SpecialDate{closed}
	got := []day{dayOn("Today", november(20), dates, here), dayOn("Tomorrow", november(21), dates, here)}
	if got[0].special || !got[1].special || got[1].words != "Closed all day" {
		t.Errorf("today %+v, tomorrow %+v", got[0], got[1])
	}
	list, _ := next(november(20), dates, []api.DateName{{First: "2026-11-21", Last: "2026-11-21", Name: "Fair"}}, here)
	if diff := cmp.Diff([]nextDate{{"Fair", "Sat 21 Nov", "Closed all day"}}, list,
		cmp.AllowUnexported(nextDate{})); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestUnknownCodesAreShownRaw(t *testing.T) {
	t.Parallel()
	status := func(s *platform.Shop) string {
		return text.Plain(pages.CodeWords(api.KindShop, s.Extra, "status", int(s.Status)))
	}
	if got := status(&platform.Shop{Status: 77}); got != "shop status 77 (not documented)" {
		t.Errorf("status: %q", got)
	}
	var odd platform.Shop
	const said = `{"status":"BUSY","mainPictures":[{"status":"PENDING"}],"primaryCategoryList":[["a"],"b",7]}`
	if err := platform.Read([]byte(said), &odd); err != nil {
		t.Fatal(err)
	}
	if got := status(&odd); got != "shop status BUSY (not documented)" {
		t.Errorf("a code that is a word: %q", got)
	}
	if got := text.Plain(pages.PictureWords(odd.MainPictures[0])); got != "Photo status PENDING (not documented)" {
		t.Errorf("a code that is a word: %q", got)
	}
	if diff := cmp.Diff([]string{`["a"]`, "b", "7"}, names(odd.PrimaryCategories)); diff != "" {
		t.Errorf("categories of other shapes:\n%s", diff)
	}
	if got := text.Plain(pages.PictureWords(platform.Picture{Status: 9})); got != "Photo status 9 (not documented)" {
		t.Errorf("picture: %q", got)
	}
	if got := pages.PictureWords(platform.Picture{Status: platform.PictureRejected,
		RejectReason: "blurred"}); got != "Rejected: "+text.Isolate("blurred") {
		t.Errorf("rejected: %q", got)
	}
	if diff := cmp.Diff([]string{"Noodles", "12"}, names([]platform.Category{{ID: 1, Name: "Noodles"},
		{ID: 12}})); diff != "" {
		t.Errorf("categories:\n%s", diff)
	}
}

// A record that doesn't say whether the shop can take orders was told as "No".
func TestOrdersThatTheRecordDoesNotTellOf(t *testing.T) {
	t.Parallel()
	for record, want := range map[string]string{
		`{"shopId":7,"status":"BUSY"}`: "Not known", `{"shopId":7,"availableForOrder":"MAYBE"}`: "Not known",
		`{"shopId":7,"status":9,"availableForOrder":false}`: "No", `{"shopId":7,"availableForOrder":true}`: "Yes",
	} {
		deps := pagetest.Deps(t, routes.Route{Page: routes.Shop, ShopID: 7}, api.RoleOwner)
		p := &Page{Deps: deps}
		var shop platform.Shop
		if err := platform.Read([]byte(record), &shop); err != nil {
			t.Fatal(err)
		}
		html := pagetest.Markup(p.details(state.Record{Parts: backend.Parts{Shop: &shop}}))
		_, said, _ := strings.Cut(html, "Can take orders")
		_, said, _ = strings.Cut(said, "<dd>")
		if said, _, _ = strings.Cut(said, "</dd>"); strings.TrimSpace(said) != want {
			t.Errorf("%s: %q, want %q", record, said, want)
		}
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	full := &platform.Shop{
		ShopID: 7, Name: "麵", EnName: "Noodle", Status: 3, AvailableForOrder: true, DeliveryRest: 5,
		Phones:       []platform.Phone{{Number: "852-12345678"}},
		MainPictures: []platform.Picture{{URL: "https://img.example/a.jpg", Status: platform.PicturePending}},
	}
	readWeek := func(d pages.Deps) {
		d.State.SetWeek(7, backend.Record[platform.Week]{Value: week})
		d.State.SetSpecial(7, backend.Record[[]platform.SpecialDate]{})
	}
	tests := []struct {
		name string
		read func(pages.Deps)
		want []string
		not  []string
	}{
		{"loading", func(d pages.Deps) {
			d.State.BeginRead(7)
		}, []string{"Reading the shop…"}, []string{"Details", "couldn"}},
		{"failed", func(d pages.Deps) {
			d.State.EndRead(7, errors.New("x"))
		}, []string{"The shop couldn", "Try again"}, []string{"Reading the shop…", "Details", "strip-more"}},
		{"loaded", func(d pages.Deps) { d.State.SetShop(7, full); readWeek(d) },
			[]string{"Operating", "15:00", "Pause status \u20665\u2069 (not documented)", `<bdi`, "852-12345678", "In review", "Change weekly hours",
				`href="/admin/console/shops/7/hours"`, "Delivery pause"},
			[]string{"Reading the shop…", "couldn", "Pickup pause", "\u20660\u2069 (not documented)"}},
		{"details not yet", readWeek,
			[]string{">\u206611:00–15:00\u2069</span>", ">\u206617:00–22:00\u2069</span>", "Reading the shop…"},
			[]string{"Operating"}},
		{"zone not known", func(d pages.Deps) {
			d.State.SetShop(7, full)
			readWeek(d)
			d.State.SetShops([]api.Shop{{ShopID: 7, Name: "麵", Zone: "Nowhere/Town"}})
		}, []string{"time zone, Nowhere/Town", "shop-dates"}, []string{"Reading the shop…"}},
		{"old", func(d pages.Deps) { d.State.SetShop(7, full); readWeek(d); d.State.EndRead(7, errors.New("x")) },
			[]string{"You see what was read on", "Operating", "Try again"}, nil},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			deps := pagetest.Deps(t, routes.Route{Page: routes.Shop, ShopID: 7}, api.RoleOwner)
			deps.State.SetShops([]api.Shop{{ShopID: 7, Name: "麵", EnName: "Noodle", Zone: "Asia/Hong_Kong",
				Permissions: []string{"hours.edit"}}})
			tt.read(deps)
			html := pagetest.Markup(&Page{Deps: deps})
			for _, part := range append(tt.want, "<h1") {
				if !strings.Contains(html, part) {
					t.Errorf("no %q in %s", part, html)
				}
			}
			for _, part := range tt.not {
				if strings.Contains(html, part) {
					t.Errorf("%q in %s", part, html)
				}
			}
		})
	}
}
