package activity

import (
	"encoding/json"
	"net/url"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
)

func entry(action, before, request string) api.ActivityEntry {
	return api.ActivityEntry{Action: action, ShopID: 1, Before: json.RawMessage(before), Request: json.RawMessage(request)}
}

// utc is a reader of a platform that bounds days by UTC, of shops without names.
func utc(t *testing.T) reader {
	t.Helper()
	return reader{pagetest.Deps(t, routes.Route{Page: routes.Activity}, api.RoleOwner).State}
}

// A photo was told by its raw address. It is a thumbnail on the page, named without what people don't read, and its
// whole address is in the file.
func TestPhotoIsAThumbnail(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Activity}, api.RoleOwner)}
	e := entry("picture.update", "", `{"shopId":1,"pictureUrl":"https://img.example/2026/front.jpg"}`)
	list := reader{p.State}.changes(e)
	if diff := cmp.Diff([]said{{"Photo", "", "img.example/…/front.jpg"}}, bare(list)); diff != "" {
		t.Fatal(diff)
	}
	html := text.Plain(pagetest.Markup(p.changeList(e, list)))
	markup.Holds(t, html, []string{
		`src="/api/photos/small?of=https%3A%2F%2Fimg.example%2F2026%2Ffront.jpg"`, `front.jpg`,
	}, []string{"→"})
	p.export.entries = []api.ActivityEntry{e}
	if file := p.csv(); !strings.Contains(file, `"Photo","","https://img.example/2026/front.jpg"`) {
		t.Error(file)
	}
}

// bare takes the marks away that keep figures and amounts in their direction.
func bare(list []change) []said {
	var words []said
	for _, c := range list {
		words = append(words, said{c.What, text.Plain(c.Before), text.Plain(c.After)})
	}
	return words
}

// said is a change in plain words.
type said struct{ What, Before, After string }

func TestChanges(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name  string
		entry api.ActivityEntry
		want  []said
	}{
		{
			"a day that closes", entry("hours.week.update",
				`{"fri":[{"startTime":39600,"endTime":79200}],"sat":[{"startTime":39600,"endTime":79200}]}`,
				`{"shopId":1,"businessHourOfTheWeek":{"fri":[{"startTime":0,"endTime":0}],"sat":[{"startTime":39600,"endTime":79200}]}}`),
			[]said{{"Friday", "11:00–22:00", "Closed all day"}},
		},
		{
			"a shop of a run", entry("run.apply", "",
				`{"run":"abc","name":"Christmas","differences":[{"part":"week","day":4,"beforeShifts":[[0,0]],"afterShifts":[[36000,43200]]},
				  {"part":"dates","from":"2026-12-24","to":"2026-12-24","beforeShifts":[[0,0]]},
				  {"part":"phones","before":["852-1234567"],"after":["852-7654321"]},{"part":"picture","after":["https://a.example/b.jpg"]},
				  {"part":"status","before":["open"],"after":["paused"]},{"part":"status","before":["suspended"],"after":["odd"]},{"part":"menu","after":["x"]}]}`),
			[]said{
				{"Bulk change", "", "Christmas"}, {"Friday", "Closed all day", "10:00–12:00"},
				{"Thu 24 Dec 2026", "Closed all day", "weekly hours"},
				{"Phones", "852-1234567", "852-7654321"}, {"Photo", "", "a.example/b.jpg"}, {"Orders", "Open", "Paused"},
				{"Orders", "Suspended on the platform", "odd"}, {"menu", "", "x"},
			},
		},
		{
			"a template", entry("templates.save",
				`{"id":"t","name":"Old","version":1,"parts":{"phones":["852-1234567"]},"groups":[],"shops":[]}`,
				`{"id":"t","name":"New","version":1,"parts":{"week":[[[36000,43200]],[[0,0]],[[0,0]],[[0,0]],[[0,0]],[[0,0]],[[0,0]]],"phones":["852-1234567"]},"groups":[],"shops":[]}`),
			[]said{{"Name", "Old", "New"}, {"Monday", "", "10:00–12:00"}},
		},
		{
			"accepted drift", entry("drift.accept", "",
				`{"id":"t","name":"Standard","note":"market","differences":[{"part":"week","day":4,"beforeShifts":[[36000,43200]],"afterShifts":[[0,0]]}]}`),
			[]said{{"Template", "", "Standard"}, {"Note", "", "market"}, {"Friday", "Closed all day", "10:00–12:00"}},
		},
		{
			"the same written otherwise", entry("hours.week.update", `{"mon":[{"startTime":0,"endTime":0}]}`,
				`{"shopId":1,"businessHourOfTheWeek":{}}`), nil,
		},
		{
			"special dates", entry("hours.special.update",
				`[{"startDate":1798070400000,"endDate":1798156799999,"businessHour":[{"startTime":0,"endTime":0}]},
				  {"startDate":1798243200000,"endDate":1798329599999,"businessHour":[{"startTime":36000,"endTime":43200}]}]`,
				`{"shopId":1,"specialBusinessHour":[{"startDate":1798070400000,"endDate":1798156799999,"businessHour":[{"startTime":0,"endTime":86400}]},
				  {"startDate":1798761600000,"endDate":1798847999999,"businessHour":[{"startTime":0,"endTime":0}]}]}`),
			[]said{
				{"Thu 24 Dec 2026", "Closed all day", "Open all day"},
				{"Fri 1 Jan 2027", "", "Closed all day"},
				{"Sat 26 Dec 2026", "10:00–12:00", "removed"},
			},
		},
		{
			"all special dates taken away", entry("hours.special.update",
				`[{"startDate":1798070400000,"endDate":1798156799999,"businessHour":[{"startTime":0,"endTime":0}]}]`,
				`{"shopId":1,"specialBusinessHour":null}`),
			[]said{{"Thu 24 Dec 2026", "Closed all day", "removed"}},
		},
		{
			"phones", entry("phones.update", `["852-21234567"]`, `{"shopId":1,"phones":["852-21234567","852-91234567"]}`),
			[]said{{"Phones", "852-21234567", "852-21234567, 852-91234567"}},
		},
		{
			"an order beyond 2^53", entry("order.cancel", ``,
				`{"orderViewId":9223372036854775807,"shopId":1,"cancelReason":"no \"rice\""}`),
			[]said{{"Order", "", "9223372036854775807"}, {"Reason", "", `no "rice"`}},
		},
		{
			"a pause", entry("pause.change", ``, `{"shopId":1,"reason":"busy","note":"","extra":{"a":[1]}}`),
			[]said{{"Reason", "", "Too busy"}, {"extra", "", `{"a":[1]}`}},
		},
		{
			"roles", entry("operators.roles", ``,
				`{"operatorId":"9","person":"Mei Lin","before":[{"shopId":"1","role":"staff"},{"shopId":"2","role":"staff"},{"shopId":"3","role":"chef"}],
				"grants":[{"shopId":"1","role":"manager"},{"shopId":"3","role":"chef"},{"shopId":"0","role":"owner"},
				{"shopId":"-1","groupId":"g","group":"North","role":"staff"}]}`),
			[]said{
				{"Person", "", "Mei Lin"}, {"1", "Staff", "Manager"}, {"All shops", "", "Owner"},
				{"\u2068North\u2069", "", "Staff"}, {"2", "Staff", "removed"},
			},
		},
		{
			"how orders are accepted", entry("orders.settings", ``,
				`{"shopId":"1","version":"3","autoAccept":true,"maxOpen":8,"onlyHours":false,"maxAmount":50000,"currency":"HKD","updatedBy":"x"}`),
			[]said{
				{"Accept by itself", "", "Yes"}, {"At most this many at once (0: any)", "", "8"},
				{"In opening hours only", "", "No"},
				{"Up to this total (0: any)", "", "HKD 500.00"},
			},
		},
		{
			"part of an order", entry("refund.apply", ``,
				`{"orderId":"7","key":"k","products":[{"orderProductId":"1","refundCount":2},{"orderProductId":"2","refundCount":1}],"by":"code"}`),
			[]said{{"Order", "", "7"}, {"Items refunded", "", "3"}, {"Way", "", "a pasted code"}},
		},
		{
			"names of dates", entry("dates.names", ``,
				`{"put":[{"first":"2026-12-24","last":"2026-12-24","name":"Party"}],"drop":[]}`),
			[]said{{"Named", "", "2026-12-24 Party"}},
		},
		{ // the list once stood there as [100001,100003]
			"shops", entry("shops.add", ``, `{"shopIds":[100001,100003],"zone":"Asia/Hong_Kong"}`),
			[]said{{"Shops", "", "100001, 100003"}, {"Time zone", "", "Asia/Hong_Kong"}},
		},
		{ // a correction told the new zone alone
			"a shop's zone", entry("shops.zone", `{"zone":"Asia/Hong_Kong"}`, `{"shopId":"1","zone":"Asia/Dubai"}`),
			[]said{{"Time zone", "Asia/Hong_Kong", "Asia/Dubai"}},
		},
		{"no JSON", entry("hours.week.update", ``, `oops`), nil},
		{"an action nobody knows", entry("x.y", ``, `[1]`), nil},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, bare(utc(t).changes(tt.entry))); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Without the record before, the whole week that was sent is shown.
func TestChangesWithoutBefore(t *testing.T) {
	t.Parallel()
	got := utc(t).changes(entry("hours.week.update", ``, `{"shopId":1,"businessHourOfTheWeek":{}}`))
	if len(got) != 7 || got[0].Before != "" || got[0].After != "Closed all day" {
		t.Errorf("%+v", got)
	}
}

func TestTitle(t *testing.T) {
	t.Parallel()
	for action, want := range map[string]string{"phones.update": "Changed the phones", "new.thing": "new.thing"} {
		if got := title(api.ActivityEntry{Action: action}); got != want {
			t.Errorf("%s: %q", action, got)
		}
	}
}

// Each list is told by the midnights it fits: the platform's by the shop's, and
// what was saved over it by UTC's.
func TestDatesByTheOtherAnchor(t *testing.T) {
	t.Parallel()
	r := utc(t)
	r.SetShops([]api.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong"}})
	got := r.specialChanges(entry("hours.special.update",
		`[{"startDate":1798041600000,"endDate":1798127999999,"businessHour":[{"startTime":0,"endTime":0}]}]`,
		`{"shopId":1,"specialBusinessHour":[{"startDate":1798070400000,"endDate":1798156799999,"businessHour":[{"startTime":0,"endTime":86400}]}]}`))
	if diff := cmp.Diff([]said{{"Thu 24 Dec 2026", "Closed all day", "Open all day"}}, bare(got)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// The order of a cancellation once stood there as 9223372036854775807.
func TestOrdersAreLinked(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Activity}, api.RoleManager)}
	for _, request := range []string{
		`{"orderViewId":9223372036854775807,"cancelReason":"no rice"}`, `{"orderId":"9223372036854775807","reason":"no rice"}`,
	} {
		e := api.ActivityEntry{ShopID: 1, Action: "order.cancel", Request: json.RawMessage(request)}
		html := pagetest.Markup(p.changeList(e, reader{p.State}.changes(e)))
		markup.Holds(t, html, []string{">Open the order<", "/orders/1/9223372036854775807", "Reason: no rice"},
			[]string{"Order: "})
	}
}

// The end of a pause in Riyadh was told by the clock of Hong Kong, where most shops are.
func TestTimesAreTheShopsOwn(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Activity}, api.RoleOwner)}
	p.State.SetShops([]api.Shop{
		{ShopID: 1, Zone: "Asia/Riyadh"}, {ShopID: 2, Zone: "Asia/Hong_Kong"}, {ShopID: 3, Zone: "Asia/Hong_Kong"},
	})
	for _, e := range []api.ActivityEntry{
		entry("pause.change", "", `{"shopId":1,"until":1795161600000}`),
		entry("orders.rush", "", `{"shopId":1,"rushUntil":1795161600000}`),
		entry("run.apply", "",
			`{"run":"a","differences":[{"part":"status","before":["open"],"after":["paused","1795161600000"]}]}`),
	} {
		said := bare(reader{p.State}.changes(e))
		if got := said[len(said)-1].After; !strings.Contains(got, "20 Nov, 11:00 (Riyadh)") {
			t.Errorf("%s: %q", e.Action, got)
		}
	}
}

// Times in the file were UTC, while the file of orders has the shop's own. Entries that no shop is of have the clock of
// most shops.
func TestFileHasLocalTimes(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Activity}, api.RoleOwner)}
	p.State.SetShops([]api.Shop{
		{ShopID: 1, Zone: "Asia/Riyadh"}, {ShopID: 2, Zone: "Asia/Hong_Kong"}, {ShopID: 3, Zone: "Asia/Hong_Kong"},
	})
	at := entry("phones.update", "", "")
	at.At = 1795161600000
	nowhere := at
	nowhere.ShopID = 0
	p.export.entries = []api.ActivityEntry{at, nowhere}
	for _, want := range []string{
		`"Local time","Time zone","Person"`, `"2026-11-20 11:00:00","Asia/Riyadh",`, `"2026-11-20 16:00:00","Asia/Hong_Kong",`,
	} {
		if file := p.csv(); !strings.Contains(file, want) {
			t.Errorf("no %s in %s", want, file)
		}
	}
}

// Bug: the file had an order's number bare, of which spreadsheets keep 15 digits.
func TestFileKeepsTheDigitsOfAnOrder(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Activity}, api.RoleOwner)}
	for _, request := range []string{`{"orderViewId":9223372036854775807}`, `{"orderId":"9223372036854775807"}`} {
		p.export.entries = []api.ActivityEntry{entry("order.confirm", "", request)}
		if file := p.csv(); !strings.Contains(file, `"Order","","#9223372036854775807"`) {
			t.Error(file)
		}
	}
}

// Links of Today's figures choose what is listed; what no control can show is left out.
func TestLinked(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]filter{
		"/activity": {},
		"/activity?kind=pause&from=2026-11-20&to=2026-11-21&person=7": {
			person: "7", kind: kindPause, from: "2026-11-20", to: "2026-11-21",
		},
		"/activity?kind=menu&from=today&person=x": {},
	} {
		at, err := url.Parse(address)
		if err != nil {
			t.Fatal(err)
		}
		if got := linked(at); got != want {
			t.Errorf("%s: %+v", address, got)
		}
		if again, err := url.Parse("/activity" + want.query()); err != nil || linked(again) != want {
			t.Errorf("%s: %s leads elsewhere", address, again)
		}
	}
}

// A year that is being typed is 2 at first, and 20: the server refuses a time before 1970, and the page called that an
// error of ours.
func TestDaysBefore1970AreAsked(t *testing.T) {
	t.Parallel()
	for date, want := range map[string]int64{"0002-11-20": 1, "2026-11-20": 1795104000000, "": 0} {
		if got := midnight("Asia/Hong_Kong", date, 0); got != want {
			t.Errorf("%q: %d, want %d", date, got, want)
		}
	}
}

// Bug: bulk changes of hours, phones and photos were missing in Activity under these kinds. A bulk change is of each
// kind whose part of the shop it changed.
func TestBulkChangesAreOfTheKindsTheyChanged(t *testing.T) {
	t.Parallel()
	run := func(action, part string) api.ActivityEntry {
		return entry(action, "", `{"differences":[{"part":"menu"},{"part":"`+part+`","after":["x"]}]}`)
	}
	entries := func() []api.ActivityEntry {
		return []api.ActivityEntry{
			run("run.apply", "status"), run("run.undo", "week"), run("run.apply", "dates"),
			run("run.apply", "phones"), run("run.apply", "picture"), entry("run.undo", "", `oops`),
		}
	}
	for chosen, want := range map[string][]int{
		kindPause: {0}, "hours": {1, 2}, "phones": {3}, "picture": {4}, "run": {0, 1, 2, 3, 4, 5},
	} {
		var found []api.ActivityEntry
		for _, i := range want {
			found = append(found, entries()[i])
		}
		if diff := cmp.Diff(found, fitting(chosen, entries())); diff != "" {
			t.Errorf("%s: %s", chosen, diff)
		}
		if !slices.Contains(kindOf(chosen).prefixes, "run") {
			t.Errorf("%s: bulk changes aren't asked for", chosen)
		}
	}
	if others := []api.ActivityEntry{entry("shop.rest", "", `{}`)}; len(fitting(kindPause, others)) != 1 {
		t.Error("a pause of one shop is no pause")
	}
}

// Bug: a change that took effect in part was "Refused", in red.
func TestPartOfAChangeIsDoneInPart(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Activity}, api.RoleOwner)}
	e := entry("run.apply", "", `{}`)
	e.Outcome, e.Detail = api.OutcomePart, "code 1: locked"
	markup.Holds(t, pagetest.Markup(p.row(e)), []string{"Done in part", `data-tone="warn"`}, nil)
	p.export.entries = []api.ActivityEntry{e}
	if file := p.csv(); !strings.Contains(file, `"Done in part","code 1: locked"`) {
		t.Error(file)
	}
}

// Bug: of a person and a shop with Arabic names, English read the shop first and the time before both.
func TestNamesOfABylineKeepToThemselves(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Activity}, api.RoleOwner)}
	p.State.SetShops([]api.Shop{{ShopID: 1, Name: "مطعم الميناء", Zone: "Asia/Riyadh"}})
	got := p.byline(api.ActivityEntry{ShopID: 1, Operator: "أحمد", At: 1795161600000})
	if want := text.Isolate("أحمد") + " · " + text.Isolate("مطعم الميناء") + " · "; !strings.HasPrefix(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
}
