package today

import (
	"errors"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/platform"
)

var (
	everything = []string{
		string(platform.PermissionShopPause), string(platform.PermissionOrderWork), string(platform.PermissionRefund),
		string(platform.PermissionOrderView),
	}
	now = pagetest.Now.UnixMilli()
)

// pageOf is the page with these needs, for somebody with these permissions.
func pageOf(t *testing.T, role api.Role, permissions []string, needs ...api.Need) *Page {
	t.Helper()
	deps := pagetest.Deps(t, routes.Route{Page: routes.Today}, role)
	deps.State.SetShops([]api.Shop{
		{ShopID: 1, EnName: "Noodle", Zone: "Asia/Hong_Kong", Permissions: permissions},
		{ShopID: 2, EnName: "Congee", Zone: "Asia/Hong_Kong", Permissions: permissions},
	})
	p := &Page{Deps: deps}
	p.OnInit()
	p.model.take(api.Today{Needs: needs, Now: now}, nil, pagetest.Now)
	return p
}

// plain leaves out the marks that keep numbers left to right.
func plain(s string) string { return text.Plain(s) }

func order() *api.Order {
	return &api.Order{
		ShopID: 1, OrderID: 9007199254740993, Number: "4817", Column: api.ColumnNew,
		Total: &api.Money{Amount: 21400, Currency: "HKD"},
	}
}

// Each need says what it is, and offers the one thing to do to whoever may.
func TestRows(t *testing.T) {
	t.Parallel()
	pause := &api.Pause{ShopID: 1, State: api.PausePaused, By: "Mei", Reason: api.ReasonBusy, StartedAt: now - 3*3600_000}
	left, back := *pause, *pause
	left.State, back.State = api.PauseLeft, api.PauseResuming
	for _, tt := range []struct {
		name string
		need api.Need
		says string
		act  string // "" for none
		href string // it leads there
		may  bool   // everybody who sees it may
	}{
		{
			"order", api.Need{Kind: api.NeedOrder, ShopID: 1, Since: now - 150_000, Until: now + 150_000, Order: order()},
			"#4817 · HKD 214.00 · placed 11:57", "Accept", "", false,
		},
		{
			"late", api.Need{Kind: api.NeedLate, ShopID: 1, Since: now - 60_000, Order: order()},
			"#4817 · HKD 214.00 · expected by 11:59", "Open the order", "/orders/1/9007199254740993", true,
		},
		{
			"refund",
			api.Need{
				Kind: api.NeedRefund, ShopID: 1, Order: order(),
				Refund: &api.OrderRefund{Reason: "spilled", Money: &api.Money{Amount: 480, Currency: "JPY"}},
			},
			"#4817 · JPY 480 · spilled", "Approve…", "", false,
		},
		{
			"closed elsewhere", api.Need{Kind: api.NeedClosed, ShopID: 1, Since: now - 3600_000},
			"By its hours it has been open since 11:00. Somebody else closed it.", "Reopen…", "", false,
		},
		{
			"closed, since nobody knows when", api.Need{Kind: api.NeedClosed, ShopID: 1},
			"By its hours it is open. Somebody else closed it.", "Reopen…", "", false,
		},
		{
			"closed during a pause", api.Need{Kind: api.NeedClosed, ShopID: 1, Pause: &left, Since: now},
			"Closed on the platform. Mei had paused it at 09:00", "Reopen…", "", false,
		},
		{
			"forgotten", api.Need{Kind: api.NeedForgotten, ShopID: 1, Pause: pause, Since: pause.StartedAt},
			"Orders are paused until further notice. By Mei, at 09:00: Too busy", "Resume now", "", false,
		},
		{"being resumed", api.Need{Kind: api.NeedPause, ShopID: 1, Pause: &back}, "Orders are being resumed.", "", "", true},
		{
			"access ends",
			api.Need{Kind: api.NeedAccess, ShopID: 1, Access: api.ConnectionLate, Until: now + 3600_000, Others: []string{"2"}},
			"Access ends 13:00 and wasn't renewed. 1 more shop is affected. An owner has to see to it.", "", "", true,
		},
		{
			"access that isn't renewed ends",
			api.Need{Kind: api.NeedAccess, ShopID: 1, Access: api.ConnectionSignIn, Until: now + 3600_000},
			"Access ends 13:00 and wasn't renewed. An owner has to see to it.", "", "", true,
		},
		{
			"without a grant", api.Need{Kind: api.NeedAccess, ShopID: 1, Access: api.ConnectionMissing},
			"The platform doesn't let us look at this shop. An owner", "", "", true,
		},
		{
			"not let in", api.Need{Kind: api.NeedAccess, ShopID: 1},
			"The platform doesn't let us look at this shop. An owner", "", "", true,
		},
		{
			"photo", api.Need{Kind: api.NeedPhoto, ShopID: 1, Photo: api.PhotoRejected}, "The platform rejected the photo.",
			"Look at the photo", "/shops/1/photo", true,
		},
		{
			"photo in review", api.Need{Kind: api.NeedReview, ShopID: 1, Photo: api.PhotoReview},
			"A new photo waits for review.", "Look at the photo", "/shops/1/photo", true,
		},
		{"of a newer server", api.Need{Kind: "flood", ShopID: 1}, "", "Open the shop", "/shops/1", true},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r := pageOf(t, api.RoleManager, everything, tt.need).rowOf(tt.need)
			if !strings.HasPrefix(plain(r.Text), tt.says) || r.Act != tt.act || !strings.HasSuffix(r.ActHref, tt.href) ||
				(r.ActHref == "") != (tt.href == "") {
				t.Errorf("says %q, offers %q at %q", plain(r.Text), r.Act, r.ActHref)
			}
			if weak := pageOf(t, api.RoleStaff, everything[3:], tt.need).rowOf(tt.need); !tt.may && weak.Act != "" &&
				weak.Act != "Open the order" {
				t.Errorf("offers %q to who may only look", weak.Act)
			}
		})
	}
}

// An operator who may mend the connections is led to them.
func TestOwnersAreLedToConnections(t *testing.T) {
	t.Parallel()
	need := api.Need{Kind: api.NeedAccess, ShopID: 1, Access: api.ConnectionSignIn}
	p := pageOf(t, api.RoleOwner, everything, need)
	s := p.State.Session()
	s.Operator.Permissions = []string{api.MayEditConnections}
	if r := p.rowOf(need); !strings.HasSuffix(r.ActHref, "/settings/connections") || strings.Contains(r.Text, "owner") {
		t.Errorf("%q at %q", r.Text, r.ActHref)
	}
}

func needs(kind api.NeedKind, shops ...int64) (list []api.Need) {
	for _, id := range shops {
		list = append(list, api.Need{Kind: kind, ShopID: id})
	}
	return list
}

// A press that comes just after the list has moved was meant for another need;
// one on a need that stayed where it was is taken.
func TestPressesAfterAMove(t *testing.T) {
	t.Parallel()
	m := newModel()
	at := pagetest.Now
	m.take(api.Today{Needs: needs(api.NeedClosed, 1, 2, 3)}, nil, at)
	for _, n := range m.today.Needs {
		if !m.mayPress(&n, at) {
			t.Errorf("shop %d: the first list was taken for a move", n.ShopID)
		}
	}
	m.take(api.Today{Needs: needs(api.NeedClosed, 1, 3)}, nil, at)
	one, three := m.today.Needs[0], m.today.Needs[1]
	if !m.mayPress(&one, at) || m.mayPress(&three, at) || !m.mayPress(&three, at.Add(settled*time.Millisecond)) {
		t.Error("what stayed can't be pressed, or what moved can")
	}
	m.take(api.Today{Needs: needs(api.NeedClosed, 1, 3)}, nil, at.Add(350*time.Millisecond))
	if m.mayPress(&three, at.Add(700*time.Millisecond)) {
		t.Error("another list ended the rest of what had moved")
	}
	m.touch(&three, at.Add(700*time.Millisecond)) // a second tap prolongs it
	if !m.rests(&three, at.Add(1600*time.Millisecond)) || m.rests(&three, at.Add(1700*time.Millisecond)) {
		t.Error("a tap doesn't prolong the rest by a second")
	}
	m.busy[subject(&one)] = true
	if m.mayPress(&one, at) {
		t.Error("pressed twice")
	}
}

// The clock of the device was set back after needs had moved. Until the clock had caught up, nothing in sight took a
// press, and no figures were read.
func TestPressesAfterTheClockWasSetBack(t *testing.T) {
	t.Parallel()
	m := newModel()
	at := pagetest.Now
	m.take(api.Today{Needs: needs(api.NeedClosed, 1, 2, 3)}, nil, at)
	m.take(api.Today{Needs: needs(api.NeedClosed, 1, 3)}, nil, at)
	back := at.Add(-time.Hour)
	if three := m.today.Needs[1]; m.rests(&three, back) || !m.mayPress(&three, back) {
		t.Error("a need rests for an hour")
	}
	if m.shifted(m.today.Needs, back); len(m.moved) > 0 {
		t.Errorf("the moves of the clock before are kept: %v", m.moved)
	}
	m.take(api.Today{Figures: &api.Figures{Period: m.period}}, nil, at)
	if young, old := m.wanted(at.Add(time.Second)), m.wanted(back); young != "" || old != m.period {
		t.Errorf("asked for figures of %q a second later, of %q an hour before", young, old)
	}
}

// keyOf is the key of a need, "" for none.
func keyOf(n *api.Need) string {
	if n == nil {
		return ""
	}
	return key(n)
}

func TestDrop(t *testing.T) {
	t.Parallel()
	m := newModel()
	m.take(api.Today{Needs: needs(api.NeedClosed, 1, 2, 3)}, nil, pagetest.Now)
	kept := m.keep().Today.Needs
	for _, tt := range []struct{ drop, next string }{
		{"closed-2", "closed-3"}, {"closed-3", "closed-1"}, {"closed-9", ""}, {"closed-1", ""},
	} {
		earlier := m.today.Needs
		m.drop(tt.drop, pagetest.Now)
		if got := keyOf(m.heir(earlier, tt.drop)); got != tt.next {
			t.Errorf("after %s comes %q, want %q", tt.drop, got, tt.next)
		}
	}
	if len(m.today.Needs) != 0 || len(kept) != 3 {
		t.Errorf("%d left, %d kept", len(m.today.Needs), len(kept))
	}
}

// The keyboard goes on to the need that follows, in whatever list the server answers with.
func TestHeir(t *testing.T) {
	t.Parallel()
	earlier := slices.Concat(needs(api.NeedForgotten, 1, 2), needs(api.NeedPhoto, 3, 4))
	for now, want := range map[string]string{
		"forgotten-2 photo-4":          "forgotten-2", // it stands as before
		"photo-3 photo-4 closed-2":     "closed-2",    // the pause is another kind of need
		"photo-9 photo-4 forgotten-1":  "photo-4",     // the one after the next
		"photo-9 forgotten-1 review-7": "forgotten-1",
		"photo-9":                      "",
	} {
		m := newModel()
		for name := range strings.FieldsSeq(now) {
			kind, shop, _ := strings.Cut(name, "-")
			id, _ := strconv.ParseInt(shop, 10, 64)
			m.today.Needs = append(m.today.Needs, needs(api.NeedKind(kind), id)...)
		}
		if got := keyOf(m.heir(earlier, "forgotten-2")); got != want {
			t.Errorf("of %s the keyboard goes to %q, want %q", now, got, want)
		}
	}
}

// What wasn't done is told until the need is gone, also when the pause counts as
// another kind by then.
func TestToldUntilGone(t *testing.T) {
	t.Parallel()
	m := newModel()
	m.take(api.Today{Needs: needs(api.NeedForgotten, 1)}, nil, pagetest.Now)
	m.told[subject(&m.today.Needs[0])] = errors.New("x")
	m.take(api.Today{Needs: needs(api.NeedClosed, 1)}, nil, pagetest.Now)
	if m.told[subject(&m.today.Needs[0])] == nil {
		t.Error("forgotten although it wasn't done")
	}
	m.take(api.Today{Needs: needs(api.NeedPhoto, 1)}, nil, pagetest.Now)
	if len(m.told) != 0 {
		t.Error("still told")
	}
}

// What nobody is waited for isn't counted among what needs attention, and stands below it.
func TestInformationIsNoNeed(t *testing.T) {
	t.Parallel()
	p := pageOf(t, api.RoleManager, everything, append(needs(api.NeedClosed, 1, 2), needs(api.NeedReview, 1)...)...)
	p.model.today.More = map[api.NeedKind]int{api.NeedPause: 3, api.NeedClosed: 1}
	if n := p.model.count(); n != 3 {
		t.Errorf("%d need attention", n)
	}
	html := pagetest.Markup(p)
	closed, info, review := strings.Index(html, `id="today-closed"`), strings.Index(html, `id="today-info"`),
		strings.Index(html, `id="today-review"`)
	if closed < 0 || info < closed || review < info {
		t.Errorf("at %d, %d, %d", closed, info, review)
	}
}

// The axis has the open hours, those in which orders were placed all the same, and one before and after.
func TestHoursOfTheAxis(t *testing.T) {
	t.Parallel()
	open := func(from, to int) (closed [24]bool) {
		for hour := range closed {
			closed[hour] = hour < from || hour >= to
		}
		return closed
	}
	for _, tt := range []struct {
		name     string
		figures  api.Figures
		from, to int
	}{
		{"unknown", api.Figures{}, 0, 24},
		{"lunch", api.Figures{Closed: open(11, 15)}, 10, 16},
		{"an early order", api.Figures{Closed: open(11, 15), Hours: [24]int{8: 1}}, 7, 16},
		{"a late order before", api.Figures{Closed: open(11, 15), Before: [24]int{23: 1}}, 10, 24},
		{"closed", api.Figures{Closed: open(24, 24)}, 0, 24},
	} {
		if from, to := hours(&tt.figures); from != tt.from || to != tt.to {
			t.Errorf("%s: %d to %d, want %d to %d", tt.name, from, to, tt.from, tt.to)
		}
	}
}

// How long shops took no orders led to the list of shops, which doesn't say when. Activity does, to those who may see
// it.
func TestPausesBehindAFigure(t *testing.T) {
	t.Parallel()
	f := &api.Figures{Period: api.PeriodToday, Days: []string{"2026-11-20"}}
	for _, tt := range []struct {
		name        string
		permissions []string
		all, one    string
	}{
		{"a manager", []string{api.MayViewActivity}, "/activity?from=2026-11-20&kind=pause&to=2026-11-20",
			"/shops/1/activity?from=2026-11-20&kind=pause&to=2026-11-20"},
		{"staff", nil, "/shops", "/shops/1"},
	} {
		p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Today}, api.RoleManager)}
		p.State.SetShops([]api.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong", Permissions: tt.permissions}})
		for shop, want := range map[int64]string{0: tt.all, 1: tt.one} {
			numbers := p.numbers(f, &api.ShopScore{ShopID: shop})
			if got := numbers[len(numbers)-1].href; got != string(pagetest.Mount)+want {
				t.Errorf("%s, shop %d: %q", tt.name, shop, got)
			}
		}
	}
}

// Each number leads to the orders behind it. A shop whose today isn't that of others has its own days.
func TestNumbersLeadToTheirOrders(t *testing.T) {
	t.Parallel()
	p := pageOf(t, api.RoleManager, everything)
	p.State.SetShops([]api.Shop{{ShopID: 1, Zone: "Asia/Hong_Kong"}, {ShopID: 2, Zone: "America/Sao_Paulo"}})
	p.model.today.Now = time.Date(2026, 11, 20, 17, 0, 0, 0, time.UTC).UnixMilli() // the 21st in Hong Kong
	f := &api.Figures{Period: api.PeriodToday, Days: []string{"2026-11-20", "2026-11-21"}}
	for want, got := range map[string]string{
		"/orders/history?from=2026-11-20&state=all&to=2026-11-21":                   p.behind(f, 0),
		"/shops/1/orders/history?from=2026-11-21&hour=19&state=all&to=2026-11-21":   p.behind(f, 1, "hour", "19"),
		"/shops/2/orders/history?from=2026-11-20&only=lost&state=all&to=2026-11-20": p.behind(f, 2, "only", "lost"),
		"/orders/history?from=2026-11-20&only=cancelled&op=9&state=all&to=2026-11-21&via=platform&why=": p.behind(f, 0,
			ended(&api.EndFigure{Via: api.ViaPlatform, OpType: 9})...),
		"/orders/history?from=2026-11-20&only=cancelled&op=FRANCHISE&state=all&to=2026-11-21&via=&why=": p.behind(f, 0,
			ended(&api.EndFigure{OpRaw: "FRANCHISE"})...),
		"/orders/history?from=2026-11-20&only=cancelled&state=all&to=2026-11-21": p.behind(f, 0,
			ended(&api.EndFigure{Other: true, Count: 2})...),
		"/orders/history?from=2026-11-20&only=refunded&ours=1&state=all&to=2026-11-21&why=cold+soup": p.behind(f, 0,
			refunded(&api.RefundFigure{Reason: "cold soup", Ours: true})...),
	} {
		if !strings.HasSuffix(got, want) {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

// A failure keeps what was known; another shop doesn't show the one before.
func TestTakeAndChoose(t *testing.T) {
	t.Parallel()
	m := newModel()
	figures := &api.Figures{Period: api.PeriodToday, Orders: 4}
	m.take(api.Today{Needs: needs(api.NeedClosed, 1), Figures: figures}, nil, pagetest.Now)
	m.take(api.Today{}, errors.New("x"), pagetest.Now)
	if m.err == nil || m.count() != 1 || m.figures != figures {
		t.Errorf("%+v", m)
	}
	m.take(api.Today{Needs: needs(api.NeedClosed, 1, 2), More: map[api.NeedKind]int{api.NeedClosed: 7}}, nil, pagetest.Now)
	if m.err != nil || m.count() != 9 || m.figures != figures {
		t.Errorf("%+v", m)
	}
	m.choose(api.PeriodWeek)
	if m.figures != figures || !m.known || m.wanted(pagetest.Now) != api.PeriodWeek {
		t.Error("needs and figures stay until those of another period are there")
	}
	again, another := newModel(), newModel()
	again.recall(m.keep())
	if !again.known || again.period != api.PeriodWeek {
		t.Errorf("%+v", again)
	}
	another.shop = 2
	another.recall(m.keep())
	if another.known || another.shop != 2 || another.period != api.PeriodWeek {
		t.Errorf("of another shop: %+v", another)
	}
	m.take(api.Today{}, errors.New("x"), pagetest.Now)
	if m.figures != nil || !m.known {
		t.Error("figures of another period are shown in the place of those that couldn't be read")
	}
}

func TestFewUntilAll(t *testing.T) {
	t.Parallel()
	m := newModel()
	m.take(api.Today{Needs: needs(api.NeedPhoto, 1, 2, 3, 4, 5, 6, 7, 8)}, nil, pagetest.Now)
	shown, listed, _ := m.of(api.NeedPhoto)
	if len(shown) != few || listed != 8 {
		t.Errorf("%d of %d", len(shown), listed)
	}
	m.all[api.NeedPhoto] = true
	if shown, _, _ = m.of(api.NeedPhoto); len(shown) != 8 {
		t.Errorf("%d of all", len(shown))
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for want, got := range map[string]string{
		"5": share(1, 20), "<1": share(1, 900), "0": share(0, 9), "100": share(9, 9), "33": share(1, 3), "": share(0, 0),
		"0:10": lasted(topWait(4_000)), "5:00": lasted(topWait(200_000)), "8:00": lasted(topWait(301_000)),
		"10:00":                       lasted(topWait(500_000)),
		"Too busy · by somebody here": endWords(api.EndFigure{Via: api.ViaPerson, Reason: "Too busy"}),
		"By the platform":             endWords(api.EndFigure{Via: api.ViaPlatform}),
		"By party \u20669\u2069 (not documented)":         endWords(api.EndFigure{Via: api.ViaPlatform, OpType: 9}),
		"By party \u2066FRANCHISE\u2069 (not documented)": endWords(api.EndFigure{OpRaw: "FRANCHISE"}),
		"martian":                 strings.ToLower(endWords(api.EndFigure{Via: "martian"})),
		"cold · started by us":    refundReason(api.RefundFigure{Reason: "cold", Ours: true}),
		"no reason given":         refundReason(api.RefundFigure{}),
		"\u206623:00–24:00\u2069": text.Hour(23), "All other reasons": refundReason(api.RefundFigure{Other: true}),
	} {
		if got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
	if unknown := stopped(&api.Score{Unseen: true, Planned: 1}); len(unknown.lines) > 0 {
		t.Errorf("stops that weren't kept: %q", unknown.words())
	}
	f := &api.Figures{StopsSince: 1_790_000_000_000}
	if got := compared(f, "Before."); !strings.HasPrefix(got, "Before. Pauses and closures before ") {
		t.Errorf("%q", got)
	}
	sums := []api.Money{{Amount: 3, Currency: "HKD"}, {Amount: 5, Currency: "JPY"}, {Amount: 7, Currency: "KWD"}}
	if diff := cmp.Diff("HKD 0.03, JPY 5 and KWD 0.007", plain(moneyWords(sums))); diff != "" {
		t.Error(diff)
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	loading := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Today}, api.RoleManager)}
	loading.OnInit()
	failed := pageOf(t, api.RoleManager, everything)
	failed.model = newModel()
	failed.model.err = errors.New("x")
	filled := pageOf(t, api.RoleManager, everything, needs(api.NeedClosed, 1)...)
	hkd := func(amount int64) []api.Money { return []api.Money{{Amount: amount, Currency: "HKD"}} }
	score := api.Score{Orders: 240, Accepted: 216, Lost: 24, Refunded: 12, Wait: 42_000, Cost: hkd(123400),
		Sales: hkd(4_821_000), Ready: 200, Prep: 720_000, Stopped: 100 * 60_000, Paused: 30 * 60_000, Planned: 90 * 3600_000}
	filled.model.figures = &api.Figures{
		Period: api.PeriodWeek, Days: []string{"2026-11-19", "2026-11-20"}, Orders: 240, Hours: [24]int{19: 42, 20: 8},
		Before:    [24]int{19: 30},
		Closed:    [24]bool{0: true, 1: true, 2: true, 22: true, 23: true},
		Sales:     []api.HourSales{{Currency: "HKD", Hours: [24]int64{19: 420_000, 20: 80_000}}, {Currency: "JPY"}},
		Preps:     []api.Wait{{}, {Count: 3, Median: 720_000, Most: 900_000, Before: 600_000}},
		Prep:      api.Wait{Count: 3, Median: 720_000, Most: 900_000, Before: 600_000},
		Cancelled: 12, CancelledBefore: 8,
		Waits: []api.Wait{{}, {Count: 3, Median: 42_000, Most: 110_000}},
		Wait:  api.Wait{Count: 3, Median: 42_000, Most: 110_000},
		Ends:  []api.EndFigure{{Via: api.ViaCustomer, Count: 12, Before: 5}, {Via: api.ViaPlatform, Before: 3}},
		Refunds: []api.RefundFigure{{
			Reason: "<b>cold</b>", Count: 3,
			Money:  []api.Money{{Amount: 62000, Currency: "HKD"}, {Amount: 480, Currency: "JPY"}},
			Before: 1, MoneyBefore: hkd(4000),
		}},
		All: api.ShopScore{Now: score, Before: api.Score{Orders: 200, Accepted: 200}},
		Shops: []api.ShopScore{
			{ShopID: 1, Now: score, Before: api.Score{Orders: 200, Accepted: 200}},
			{ShopID: 2, Now: api.Score{}, Before: api.Score{Orders: 3}},
		},
		MoreShops: 4,
	}
	for _, tt := range []struct {
		name      string
		page      *Page
		want, not []string
	}{
		{"loading", loading, []string{"Loading…"}, []string{"Nothing needs attention"}},
		{"failed", failed, []string{"couldn", "Try again"}, []string{"Nothing needs attention", "Loading…"}},
		{"calm", pageOf(t, api.RoleManager, everything), []string{"Nothing needs attention"}, []string{"Try again"}},
		{"filled", filled, []string{
			"1 thing needs attention", "Most orders at 19:00–20:00: 42 of 50.",
			"Half were accepted within 0:42, nine of ten within 1:50.",
			"12 of 240 were cancelled: 5%. Before: 8 of 200, 4%.", ">12 (before: 5)<",
			"By the platform", ">0 (before: 3)<", "Fri 20 Nov",
			"3 refunds · HKD 620.00 and JPY 480 (before: 1 refund · HKD 40.00)",
			">3 (before: 1) · HKD 620.00 and JPY 480<", ">HKD 620.00 and JPY 480 (before: HKD 40.00)<",
			"&lt;b&gt;cold", "Show as table",
			"Lost, not accepted in time or rejected: 24 · HKD 1234.00 (before: 0). Orders: 240 (before: 200).",
			"Most sales at 19:00–20:00: HKD 4200.00 of HKD 5000.00.", "Sales, HKD", "Sales, JPY", "42 (before: 30)",
			"Half were ready within 12:00 of being accepted, nine of ten within 15:00. Before: half within 10:00.",
			"HKD 48210.00", "1 h 40 min · 30 min paused · of 90 h 0 min planned", ">of 90 h 0 min planned<", ">Before: 200<",
			"Before: the seven days before these",
			`href="/admin/console/orders/history?from=2026-11-19&only=lost&state=all&to=2026-11-20"`,
			`aria-describedby="` + shopLinkID(key(&filled.model.today.Needs[0])) + ` need-text-` + key(&filled.model.today.Needs[0]) + `"`,
			"4 more aren&#39;t listed", ">90% (before: 100%)<",
			">5% (before: 0%)<", ">0:42 (before: 0:00)<", ">0 (before: 3)<", ">–<", ">Before: –<",
		}, []string{"Nothing needs attention", "<b>cold"}},
	} {
		html := plain(pagetest.Markup(tt.page))
		markup.Holds(t, html, tt.want, tt.not)
		if strings.Count(html, "<h1") != 1 {
			t.Errorf("%s: not one heading", tt.name)
		}
	}
}

// go-app queues OnMount and calls OnDismount at once.
func TestPageMayGoBeforeItIsMounted(t *testing.T) {
	t.Parallel()
	pageOf(t, api.RoleOwner, everything).OnDismount()
}

// A cause that only orders before had is listed without a link: the link would lead to no order.
func TestCauseOfOrdersBeforeHasNoLink(t *testing.T) {
	t.Parallel()
	p := pageOf(t, api.RoleManager, everything)
	plot := p.endsPlot(&api.Figures{
		Days: []string{"2026-11-20"}, CancelledBefore: 3, Ends: []api.EndFigure{{Via: api.ViaPlatform, Before: 3}},
		All: api.ShopScore{Before: api.Score{Orders: 60}},
	})
	if want := "Nothing in this time. Before: 3 of 60, 5%."; plain(plot.Says) != want {
		t.Errorf("says %q, want %q", plot.Says, want)
	}
	if len(plot.Rows) != 1 || len(plot.Links[0]) != 0 {
		t.Errorf("rows %v lead to %v", plot.Rows, plot.Links)
	}
}
