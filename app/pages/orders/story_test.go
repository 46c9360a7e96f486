package orders

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// What the console did is told once, whichever of answer and event came first; what others did, and what isn't known to
// be done, is told as the platform says it.
func TestStoryWithoutDoubles(t *testing.T) {
	t.Parallel()
	event := func(e platform.Event) api.TimelineEntry {
		return api.TimelineEntry{What: api.TimelineEvent, Event: int(e)}
	}
	act := func(a api.Act, state api.ActState) api.TimelineEntry {
		return api.TimelineEntry{What: api.TimelineAct, Act: a, State: state}
	}
	placed, accepted, refunded := event(platform.EventOrderPlaced), event(platform.EventOrderAccepted),
		event(platform.EventPartialRefund)
	accept, refund := act(api.ActAccept, api.ActDone), act(api.ActRefundApply, api.ActDone)
	asked := refunded
	asked.Via = api.ViaCustomer
	ready, completed := act(api.ActReady, api.ActDone), event(platform.EventOrderCompleted)
	found := func(s platform.OrderStatus) api.TimelineEntry {
		return api.TimelineEntry{What: api.TimelineRead, Status: int(s)}
	}
	for _, tt := range []struct {
		name     string
		in, want []api.TimelineEntry
	}{
		{"by somebody", []api.TimelineEntry{placed, accept, accepted}, []api.TimelineEntry{placed, accept}},
		{"the event first", []api.TimelineEntry{placed, accepted, accept}, []api.TimelineEntry{placed, accept}},
		{"elsewhere", []api.TimelineEntry{placed, accepted}, []api.TimelineEntry{placed, accepted}},
		{"needless", []api.TimelineEntry{accepted, act(api.ActAccept, api.ActNews)},
			[]api.TimelineEntry{accepted, act(api.ActAccept, api.ActNews)}},
		{"unknown", []api.TimelineEntry{act(api.ActAccept, api.ActUnknown), accepted},
			[]api.TimelineEntry{act(api.ActAccept, api.ActUnknown), accepted}},
		{"a refund of ours, and one of support", []api.TimelineEntry{refund, refunded, refunded},
			[]api.TimelineEntry{refund, refunded}},
		{"a refund that the customer asked for, and one of ours", []api.TimelineEntry{asked, refund, refunded},
			[]api.TimelineEntry{asked, refund}},
		{"found on the platform before the event came", []api.TimelineEntry{accept, found(platform.OrderAccepted), ready,
			found(platform.OrderPrepared), found(platform.OrderCompleted), completed},
			[]api.TimelineEntry{accept, ready, completed}},
		{"found on the platform alone", []api.TimelineEntry{accepted, found(platform.OrderCompleted)},
			[]api.TimelineEntry{accepted, found(platform.OrderCompleted)}},
	} {
		if diff := cmp.Diff(tt.want, storyOf(tt.in)); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// An order that only waits for its rider has no red button.
func TestNoLoneRedButton(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		column api.Column
		pickup bool
		red    bool
	}{{api.ColumnNew, false, true}, {api.ColumnReady, true, true}, {api.ColumnReady, false, false}} {
		o := placed(tt.column)
		if o.Pickup = tt.pickup; !tt.pickup {
			o.Delivery = &api.OrderRider{Status: 20}
		}
		html := pagetest.Markup(boardOf(t, everything, o))
		if red := strings.Contains(html, `data-kind="stop"`); red != tt.red {
			t.Errorf("%s, collected %v: a red button %v", tt.column, tt.pickup, red)
		}
	}
}

// The story ends with how the order reached devices.
func TestStoryTellsHowTheOrderReachedDevices(t *testing.T) {
	t.Parallel()
	p := &One{Deps: pagetest.Deps(t, routes.Route{Page: routes.Order, ShopID: 1, OrderID: big}, api.RoleStaff),
		detail: &api.OrderDetail{Order: placed(api.ColumnNew),
			Timeline: []api.TimelineEntry{{What: api.TimelineEvent, Event: int(platform.EventOrderPlaced)}},
			Reached: []api.TimelineEntry{{What: api.TimelineLate}, {What: api.TimelineHeld},
				{What: api.TimelineKind(api.ReachRang), Text: "Ann · Safari · iPad"}, {What: api.TimelineTaken},
				{What: api.TimelineUnreached}, {What: api.TimelineSilent}}}}
	html := pagetest.Markup(p)
	at := 0
	for _, part := range []string{"Order placed", "message came late", "acted on the message late", "Rang",
		"Ann · Safari · iPad", "Accepted before", "No device reported", "rang on no device"} {
		i := strings.Index(strings.ToLower(html[at:]), strings.ToLower(part))
		if i < 0 {
			t.Fatalf("no %q in its place", part)
		}
		at += i
	}
}

// The lines of devices stood below later ones of the order, so that times ran backwards.
func TestStoryIsToldByTime(t *testing.T) {
	t.Parallel()
	at := func(minute int64, what api.TimelineKind) api.TimelineEntry {
		return api.TimelineEntry{At: minute * 60_000, What: what}
	}
	placed, rider := at(1, api.TimelineEvent), at(9, api.TimelineEvent)
	late, rang := at(5, api.TimelineLate), at(6, api.TimelineKind(api.ReachRang))
	d := &api.OrderDetail{
		Timeline: []api.TimelineEntry{placed, rider},
		Reached:  []api.TimelineEntry{late, late, rang, at(1, api.TimelineTaken)},
	}
	want := []api.TimelineEntry{placed, at(1, api.TimelineTaken), late, rang, rider}
	if diff := cmp.Diff(want, toldOf(d)); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What the console did is told in the words of what happened, and by whom.
func TestActIsToldAsWhatHappened(t *testing.T) {
	t.Parallel()
	for want, e := range map[string]api.TimelineEntry{
		"Order accepted · by Marco Lam": {What: api.TimelineAct, Act: api.ActAccept, State: api.ActDone, By: "Marco Lam"},
		"Accept · refused by the platform · by Marco Lam": {What: api.TimelineAct, Act: api.ActAccept,
			State: api.ActRefused, By: "Marco Lam"},
		"Refund approved · by Marco Lam": {What: api.TimelineAct, Act: api.ActRefundAgree, State: api.ActDone,
			By: "Marco Lam"},
		"Refund rejected · by Marco Lam": {What: api.TimelineAct, Act: api.ActRefundReject, State: api.ActDone,
			By: "Marco Lam"},
	} {
		if got := text.Plain(happened(e)); got != want {
			t.Errorf("%q, want %q", got, want)
		}
	}
}
