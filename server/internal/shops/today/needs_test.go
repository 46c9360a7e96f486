package today

import (
	"context"
	"fmt"
	"testing"
	"time"

	gocmp "github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/shops/change"
	"github.com/shopdesk/shopdesk/server/store"
)

// known is a shop directory; like ours, it returns all shops when asked for nil.
type known []change.ShopFacts

func (k known) Facts(_ context.Context, shops []int64) (list []change.ShopFacts, err error) {
	for _, f := range k {
		for _, id := range shops {
			if f.Shop.ShopID == id {
				list = append(list, f)
			}
		}
		if shops == nil {
			list = append(list, f)
		}
	}
	return list, nil
}

const hour = 3600

func every(shifts ...platform.Period) *platform.Week {
	return &platform.Week{Mon: shifts, Tue: shifts, Wed: shifts, Thu: shifts, Fri: shifts, Sat: shifts, Sun: shifts}
}

func shift(from, to int) platform.Period {
	return platform.Period{StartTime: from * hour, EndTime: to * hour}
}

// facts is a shop that is open for business, as changed by alter.
func facts(id int64, week *platform.Week, alter func(*change.ShopFacts)) change.ShopFacts {
	f := change.ShopFacts{
		Shop: store.Shop{ShopID: id}, Week: week, Dates: &[]platform.SpecialDate{}, ReadAt: 1,
		Record: &platform.Shop{ShopID: id, Status: platform.ShopOperating, AvailableForOrder: true},
	}
	if alter != nil {
		alter(&f)
	}
	return f
}

func suspended(f *change.ShopFacts) {
	f.Record.Status, f.Record.AvailableForOrder = platform.ShopSuspended, false
}

func shopIn(id int64, zone string) api.Shop {
	return api.Shop{ShopID: id, Zone: zone, Permissions: []string{string(platform.PermissionOrderView)}}
}

// asked asks with the given facts of shops and pauses.
func asked(t *testing.T, now time.Time, shops everybody, s store.OrderFigures, pauses []api.Pause,
	roster known) api.Today {
	t.Helper()
	if s == nil {
		s = nothing{}
	}
	today, err := New(Options{
		Authoriser: shops, Orders: s, Directory: roster, Silent: allRing, Events: log, Stops: noStops,
		Now:    func() time.Time { return now },
		Pauses: func(context.Context) ([]api.Pause, error) { return pauses, nil },
	})
	if err != nil {
		t.Fatal(err)
	}
	return ask(t, today, "")
}

// nothing is a store without orders.
type nothing struct{ store.OrderFigures }

func (nothing) WaitingOrders(context.Context, []int64, store.Waiting, int64, int) (store.OrdersWaiting, error) {
	return store.OrdersWaiting{}, nil
}

// A shop needs a person when its hours, on its own clock, have it open, but it isn't open for business and we haven't
// paused it.
func TestShopClosedDuringItsHoursIsANeed(t *testing.T) {
	t.Parallel()
	noon := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC) // 12:00 in Hong Kong, 01:00 in São Paulo
	at := func(d, h int) int64 { return time.Date(2026, 11, d, h, 0, 0, 0, time.UTC).UnixMilli() }
	special := func(f *change.ShopFacts) {
		suspended(f)
		f.Dates = &[]platform.SpecialDate{{StartDate: at(20, 0), EndDate: at(21, 0) - 1, BusinessHour: []platform.Period{{}}}}
	}
	paused := []api.Pause{{ShopID: 1, State: api.PausePaused, Until: noon.UnixMilli() + 60_000}}
	for _, tt := range []struct {
		name   string
		zone   string
		facts  change.ShopFacts
		pauses []api.Pause
		closed bool
		since  int64
	}{
		{"open", "Asia/Hong_Kong", facts(1, every(shift(11, 22)), nil), nil, false, 0},
		{"suspended", "Asia/Hong_Kong", facts(1, every(shift(11, 22)), suspended), nil, true, at(20, 3)},
		{"open, and takes no orders", "Asia/Hong_Kong", facts(1, every(shift(11, 22)), func(f *change.ShopFacts) {
			f.Record.AvailableForOrder = false
		}), nil, true, at(20, 3)},
		{"a status we don't know, taking orders", "Asia/Hong_Kong", facts(1, every(shift(11, 22)), func(f *change.ShopFacts) {
			f.Record.Status = 77
		}), nil, false, 0},
		{"the platform doesn't say", "Asia/Hong_Kong", facts(1, every(shift(11, 22)), func(f *change.ShopFacts) {
			f.Record = new(platform.Shop)
			_ = platform.Read([]byte(`{"shopId":1,"status":"OPEN"}`), f.Record)
		}), nil, false, 0},
		{"before its hours", "Asia/Hong_Kong", facts(1, every(shift(13, 22)), suspended), nil, false, 0},
		{"in its second shift", "Asia/Hong_Kong", facts(1, every(shift(8, 11), shift(12, 15)), suspended), nil,
			true, at(20, 4)},
		{"between shifts", "Asia/Hong_Kong", facts(1, every(shift(8, 12), shift(13, 15)), suspended), nil, false, 0},
		{"the same hours in São Paulo, at night", "America/Sao_Paulo",
			facts(1, every(shift(11, 22)), suspended), nil, false, 0},
		{"past midnight", "America/Sao_Paulo", facts(1, every(shift(18, 2)), suspended), nil, true, at(19, 21)},
		{"around the clock", "Asia/Hong_Kong", facts(1, every(shift(0, 24)), suspended), nil, true, 0},
		{"a holiday", "Asia/Hong_Kong", facts(1, every(shift(11, 22)), special), nil, false, 0},
		{"paused by us", "Asia/Hong_Kong", facts(1, every(shift(11, 22)), suspended), paused, false, 0},
		{"never read", "Asia/Hong_Kong", change.ShopFacts{Shop: store.Shop{ShopID: 1}}, nil, false, 0},
		{"hours never read", "Asia/Hong_Kong", facts(1, nil, suspended), nil, false, 0},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := asked(t, noon, everybody{shopIn(1, tt.zone)}, nil, tt.pauses, known{tt.facts})
			var closed []api.Need
			for _, n := range got.Needs {
				if n.Kind == api.NeedClosed {
					closed = append(closed, n)
				}
			}
			if (len(closed) == 1) != tt.closed || tt.closed && closed[0].Since != tt.since {
				t.Errorf("%+v, want %v since %v", got.Needs, tt.closed, time.UnixMilli(tt.since).UTC())
			}
		})
	}
}

// Each kind of pause, photo and access is a need, and next is when time alone changes the answer.
func TestNeedsOfAShop(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)
	ms := now.UnixMilli()
	const midnight = 12 * 3600_000 // when figures are of another day
	open := every(shift(0, 24))
	picture := func(states ...platform.PictureStatus) func(*change.ShopFacts) {
		return func(f *change.ShopFacts) {
			for _, s := range states {
				f.Record.MainPictures = append(f.Record.MainPictures, platform.Picture{Status: s})
			}
		}
	}
	with := func(a api.Access) api.Shop {
		shop := shopIn(1, "Asia/Hong_Kong")
		shop.Access = a
		return shop
	}
	pause := func(p api.Pause) []api.Pause {
		p.ShopID = 1
		return []api.Pause{p}
	}
	for _, tt := range []struct {
		name   string
		shop   api.Shop
		facts  change.ShopFacts
		pauses []api.Pause
		want   string
		next   int64 // from now on
	}{
		{"nothing", with(api.Access{}), facts(1, open, nil), nil, "", midnight},
		{"paused", with(api.Access{}), facts(1, open, nil),
			pause(api.Pause{State: api.PausePaused, StartedAt: ms - 60_000, Until: ms + 60_000}), "pause", 60_000},
		{"until further notice", with(api.Access{}), facts(1, open, nil),
			pause(api.Pause{State: api.PausePaused, StartedAt: ms - 60_000}), "pause", 2*3600_000 - 60_000},
		{"forgotten", with(api.Access{}), facts(1, open, nil),
			pause(api.Pause{State: api.PausePaused, StartedAt: ms - 2*3600_000}), "forgotten", midnight},
		{"long, with an end", with(api.Access{}), facts(1, open, nil),
			pause(api.Pause{State: api.PausePaused, StartedAt: ms - 9*3600_000, Until: ms + 5}), "pause", 5},
		{"left closed", with(api.Access{}), facts(1, open, suspended),
			pause(api.Pause{State: api.PauseLeft, StartedAt: ms - 60_000}), "closed", midnight},
		{"another shop's pause", with(api.Access{}), facts(1, open, nil),
			[]api.Pause{{ShopID: 2, State: api.PausePaused}}, "", midnight},
		{"picture in review", with(api.Access{}), facts(1, open, picture(platform.PictureEffective, platform.PicturePending)),
			nil, "review", midnight},
		{"picture rejected", with(api.Access{}), facts(1, open, picture(platform.PictureRejected)), nil, "photo rejected",
			midnight},
		{"picture shown", with(api.Access{}), facts(1, open, picture(platform.PictureEffective)), nil, "", midnight},
		{"access ends", with(api.Access{State: api.ConnectionLate, EndsAt: ms + 7}), facts(1, open, nil), nil,
			"access late", 7},
		{"access has ended", with(api.Access{State: api.ConnectionSignIn}), facts(1, open, nil), nil, "access sign_in",
			midnight},
		{"no access", with(api.Access{}), change.ShopFacts{Shop: store.Shop{ShopID: 1}, Failure: "absent"},
			nil, "access ", midnight},
		{"platform down", with(api.Access{}), change.ShopFacts{Shop: store.Shop{ShopID: 1}, Failure: "down"}, nil, "",
			midnight},
		{"opens later", with(api.Access{}), facts(1, every(shift(13, 22)), nil), nil, "", 3600_000},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			got := asked(t, now, everybody{tt.shop}, nil, tt.pauses, known{tt.facts, facts(2, open, suspended)})
			said := ""
			for _, n := range got.Needs {
				said += string(n.Kind)
				switch n.Kind { //nolint:exhaustive // other kinds have no detail
				case api.NeedAccess:
					said += " " + string(n.Access)
				case api.NeedPhoto:
					said += " " + string(n.Photo)
				}
			}
			next := int64(0)
			if got.Next != 0 {
				next = got.Next - ms
			}
			if said != tt.want || next != tt.next {
				t.Errorf("%q, next in %d; want %q, in %d", said, next, tt.want, tt.next)
			}
		})
	}
}

// The oldest need of a kind comes first, and a rejected photo before a photo in review, which is information.
func TestMostUrgentNeedComesFirst(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)
	var shops everybody
	var roster known
	var pauses []api.Pause
	for id := int64(1); id <= 3; id++ {
		shops = append(shops, shopIn(id, "Asia/Hong_Kong"))
		roster = append(roster, facts(id, every(shift(0, 24)), func(f *change.ShopFacts) {
			f.Record.MainPictures = []platform.Picture{{Status: []platform.PictureStatus{platform.PicturePending,
				platform.PicturePending, platform.PictureRejected}[id-1]}}
		}))
		pauses = append(pauses, api.Pause{ShopID: id, State: api.PausePaused, StartedAt: now.UnixMilli() - 3*3600_000 - id})
	}
	said := ""
	for _, n := range asked(t, now, shops, nil, pauses, roster).Needs {
		said += fmt.Sprint(n.Kind, n.ShopID, " ")
	}
	if want := "forgotten3 forgotten2 forgotten1 photo3 review1 review2 "; said != want {
		t.Errorf("%q, want %q", said, want)
	}
}

// An operator without a shop gets no needs.
func TestOperatorWithoutShopsHasNoNeeds(t *testing.T) {
	t.Parallel()
	got := asked(t, time.Now(), nil, nil, []api.Pause{{ShopID: 1, State: api.PauseLeft}},
		known{facts(1, every(shift(0, 24)), suspended)})
	if len(got.Needs) != 0 {
		t.Errorf("%+v", got.Needs)
	}
}

// Shops of one connection are one need; long lists are cut and counted.
func TestNeedsAreJoinedAndCut(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)
	var shops everybody
	var roster known
	for id := int64(1); id <= 70; id++ {
		shop := shopIn(id, "Asia/Hong_Kong")
		if id <= 5 {
			shop.Access = api.Access{State: api.ConnectionLate, EndsAt: now.UnixMilli() + 9}
		}
		shops, roster = append(shops, shop), append(roster, facts(id, every(shift(0, 24)), suspended))
	}
	got := asked(t, now, shops, nil, nil, roster)
	if len(got.Needs) != 1+api.NeedsOfKind || got.More[api.NeedClosed] != 20 || len(got.Needs[0].Others) != 4 ||
		got.Needs[0].Kind != api.NeedAccess {
		t.Errorf("%d needs, %v more, first %+v", len(got.Needs), got.More, got.Needs[0])
	}
}

// On both engines a new order is a need at once, the most urgent first, and without the details that a list doesn't
// show.
func TestWaitingOrdersAreNeeds(t *testing.T) {
	t.Parallel()
	now := time.Date(2026, 11, 20, 4, 0, 0, 0, time.UTC)
	ms := now.UnixMilli()
	for engine, s := range stores(t) {
		t.Run(engine, func(t *testing.T) {
			t.Parallel()
			refund := &api.OrderRefund{Standing: api.RefundAsked, At: ms - 30_000, Reason: "cold"}
			private := api.Order{Note: "ring twice", Items: []api.OrderItem{{Name: "Soup"}},
				Delivery: &api.OrderRider{Name: "Ann"}}
			of := func(id int64, column api.Column, alter func(*api.Order)) store.OrderChange {
				o := private
				o.ShopID, o.OrderID, o.Column, o.PlacedAt = 1, id, column, ms-130_000
				alter(&o)
				var refunds []api.OrderRefund
				if o.Refund != nil {
					refunds = append(refunds, *o.Refund)
				}
				return row(t, o, refunds)
			}
			keep(t, s, []store.OrderChange{
				of(1, api.ColumnNew, func(o *api.Order) { o.AcceptBy = ms + 170_000 }),
				of(2, api.ColumnNew, func(o *api.Order) { o.PlacedAt, o.AcceptBy = ms-200_000, ms+100_000 }),
				of(3, api.ColumnNew, func(o *api.Order) { o.PlacedAt, o.AcceptBy = ms, ms+300_000 }),
				of(4, api.ColumnPreparing, func(o *api.Order) { o.LateAt = ms - 5 }),
				of(5, api.ColumnPreparing, func(o *api.Order) { o.LateAt = ms + 20_000 }),
				of(6, api.ColumnDone, func(o *api.Order) { o.Refund = refund }),
				of(7, api.ColumnDone, func(*api.Order) {}),
				of(8, api.ColumnNew, func(o *api.Order) { o.ShopID = 2 }),
			})
			got := asked(t, now, everybody{shopIn(1, "Asia/Hong_Kong"), {ShopID: 2, Zone: "Asia/Hong_Kong"}}, s, nil, nil)
			var said []string
			for _, n := range got.Needs {
				said = append(said, fmt.Sprint(n.Kind, n.Order.OrderID))
				if n.Order.Note != "" || n.Order.Items != nil || n.Order.Delivery != nil || n.Order.Refund != nil {
					t.Errorf("tells too much: %+v", n.Order)
				}
			}
			if diff := gocmp.Diff([]string{"order2", "order1", "order3", "refund6", "late4"}, said); diff != "" ||
				got.Next != ms+20_000 || got.Seq != 7 {
				t.Errorf("next %d (-want +got):\n%s", got.Next-ms, diff)
			}
			if r := got.Needs[3].Refund; r == nil || r.Reason != "cold" || got.Needs[3].Since != ms-30_000 {
				t.Errorf("%+v", got.Needs[3])
			}
		})
	}
}
