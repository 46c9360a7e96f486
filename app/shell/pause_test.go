package shell

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/internal/wire"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// pausable is a frame at a shop whose orders the operator may pause.
func pausable(t *testing.T, page routes.Page, status platform.ShopStatus, list ...api.Pause) *Root {
	t.Helper()
	r := newTestRoot(t, routes.Route{Page: page, ShopID: 1}, api.RoleManager)
	r.State.SetShops([]api.Shop{
		{ShopID: 1, EnName: "Noodle", Zone: "Asia/Hong_Kong", Permissions: []string{string(platform.PermissionShopPause)}},
		{ShopID: 2, EnName: "Congee", Zone: "Asia/Hong_Kong"},
	})
	if status != 0 {
		r.State.SetShop(1, &platform.Shop{Status: status})
	}
	r.State.SetPauses(list, r.State.Now())
	return r
}

func TestPauseInTheFrame(t *testing.T) {
	t.Parallel()
	now := pagetest.Now.UnixMilli()
	paused := api.Pause{ShopID: 1, State: api.PausePaused, By: "Marco Lam", Reason: api.ReasonStock, StartedAt: now,
		Until: now + 30*60_000}
	old := api.Pause{ShopID: 1, State: api.PausePaused, By: "Marco Lam", StartedAt: now - 2*time.Hour.Milliseconds()}
	for _, tt := range []struct {
		name string
		root *Root
		want []string
		not  []string
	}{
		{"open", pausable(t, routes.Hours, platform.ShopOperating), []string{"Pause orders…"},
			[]string{"Resume now", "Paused"}},
		{"not read yet", pausable(t, routes.Hours, 0), []string{"Pause orders…", "disabled"}, nil},
		{"paused", pausable(t, routes.Hours, platform.ShopSuspended, paused),
			[]string{"Paused until", ">12:30</bdi>", "Marco Lam: Out of stock", "Resume now"}, []string{"Pause orders…"}},
		{"on its page", pausable(t, routes.Shop, platform.ShopSuspended, paused),
			[]string{`id="shop-pause"`, "By Marco Lam", "Change…"}, nil},
		{"elsewhere", pausable(t, routes.Shop, platform.ShopSuspended),
			[]string{"Not paused here", "Reopen…", "Paused, but not from here."}, []string{"Resume now"}},
		{"forgotten", pausable(t, routes.Hours, platform.ShopSuspended, old),
			[]string{"Noodle has been paused for 2 hours.", "Leave it paused"}, nil},
		{"not forgotten", pausable(t, routes.Hours, platform.ShopSuspended, paused), nil, []string{"has been paused"}},
	} {
		markup.Holds(t, pagetest.Markup(tt.root), tt.want, tt.not)
	}
	staff := pausable(t, routes.Shop, platform.ShopOperating)
	staff.route.ShopID = 2
	if html := pagetest.Markup(staff); strings.Contains(html, "Pause orders…") {
		t.Error("offered to somebody who may not")
	}
}

// Two people paused a shop in the same rush. The second one's press on "Pause orders", or on "Cancel" in its dialog,
// had become one on "Resume now", and opened the shop again.
func TestPressForPausingResumesNothing(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		before bool // the button for pausing was on the screen
		here   bool
		ago    time.Duration
		want   bool
	}{
		{"somebody else just now", true, false, 0, false}, {"here just now", true, true, 0, true},
		{"somebody else", true, false, time.Minute, true}, {"before the page was opened", false, false, 0, true},
	} {
		p := api.Pause{ShopID: 1, State: api.PausePaused, StartedAt: 1}
		r := pausable(t, routes.Hours, platform.ShopOperating)
		r.asking(t, http.NotFoundHandler())
		if tt.before {
			pagetest.Markup(r)
		}
		r.State.SetShop(1, &platform.Shop{Status: platform.ShopSuspended})
		r.State.SetPause(p)
		pagetest.Markup(r)
		r.pausing.turned = r.pausing.turned.Add(-tt.ago)
		pagetest.Run(t, func(ctx app.Context) {
			if r.ctx = ctx; tt.here {
				r.paused(ctx, "", p)
			}
			for name, press := range map[string]func(app.Context){"bar": r.resumeCurrent, "dialog": r.resumeAsked} {
				r.pausing.resumes, r.pausing.shop = nil, 1
				if press(ctx); r.resuming(1) != tt.want {
					t.Errorf("%s, in the %s: resumes %v", tt.name, name, r.resuming(1))
				}
			}
		})
	}
}

// The Undo of a dialog that was closed did nothing once the dialog had been opened anew, empty.
func TestUndoOpensThePauseDialogAnew(t *testing.T) {
	t.Parallel()
	r := pausable(t, routes.Hours, platform.ShopOperating)
	dialog := func() *pause.Dialog { return r.pauseDialog().(*slot).Make().(*pause.Dialog) }
	pagetest.Run(t, func(ctx app.Context) {
		r.askPause(ctx)
		closed := dialog()
		closed.OnClose(ctx)
		r.askPause(ctx)
		again := dialog()
		again.OnClose(ctx)
		if again.Chosen != "" {
			t.Errorf("a new question begins with %q", again.Chosen)
		}
		closed.OnUndo(ctx, "notice\n\nbusy\nA pipe burst")
	})
	d := dialog()
	if d.OnInit(); !d.Open {
		t.Error("the dialog isn't open")
	}
	markup.Holds(t, pagetest.Markup(d), []string{`value="A pipe burst"`}, nil)
}

// The server gave up suspending the shop: that is said, and not taken for a
// pause that ended.
func TestGaveUp(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status platform.ShopStatus
		state  api.PauseState
		want   bool
	}{
		"gave up":         {platform.ShopOperating, api.PauseAsked, true},
		"ended meanwhile": {platform.ShopOperating, api.PausePaused, false},
	} {
		r := pausable(t, routes.Shop, tt.status, api.Pause{ShopID: 1, State: tt.state})
		r.pausesKnown(app.Context{}, api.Pauses{}, errors.New("offline"))
		if _, kept := r.State.Pause(1); !kept {
			t.Errorf("%s: a failed read forgets the pause", name)
		}
		r.pausesKnown(app.Context{}, api.Pauses{}, nil)
		if got := strings.Contains(pagetest.Markup(r), "The platform didn&#39;t answer for five minutes"); got != tt.want {
			t.Errorf("%s: said: %t", name, got)
		}
	}
}

// A shop that couldn't be resumed, or whose pause never came, was told of on the pages of other shops without its name.
func TestOtherShopsPagesNameTheShop(t *testing.T) {
	t.Parallel()
	r := pausable(t, routes.Shop, platform.ShopOperating, api.Pause{ShopID: 1, State: api.PauseAsked})
	r.asking(t, http.NotFoundHandler())
	pagetest.Run(t, func(ctx app.Context) {
		r.ctx = ctx
		r.resumed(ctx, 1, api.Pause{}, &api.Error{Code: api.CodeRefused})
	})
	r.pausesKnown(app.Context{}, api.Pauses{}, nil)
	const named, of = "Noodle · The orders couldn&#39;t be ", "The orders couldn&#39;t be "
	for shop, tt := range map[int64]struct{ want, not []string }{
		1: {[]string{of + "resumed", of + "paused"}, []string{"Noodle · "}},
		2: {[]string{named + "resumed", named + "paused"}, nil},
	} {
		r.route.ShopID = shop
		html := text.Plain(pagetest.Markup(r.banners()))
		markup.Holds(t, html, tt.want, tt.not)
	}
}

// A reminder of a pause that has an end comes on every page; Today lists the pauses without an end itself.
func TestRemindersOnEveryPage(t *testing.T) {
	t.Parallel()
	now := pagetest.Now
	r := pausable(t, routes.Today, 0)
	s, err := state.New(state.Options{Storage: new(state.Memory), Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	r.State = s
	may := []string{string(platform.PermissionShopPause)}
	s.SetShops([]api.Shop{{ShopID: 1, Permissions: may}, {ShopID: 2, Permissions: may}})
	s.Remind(1, true)
	began := now.UnixMilli()
	s.SetPauses([]api.Pause{
		{ShopID: 1, State: api.PausePaused, StartedAt: began, Until: now.Add(9 * time.Hour).UnixMilli()},
		{ShopID: 2, State: api.PausePaused, StartedAt: began},
	}, s.Now())
	now = now.Add(state.RemindAfter)
	if got := r.forgotten(); len(got) != 2 {
		t.Errorf("Today of shop 1, which lists that shop's pauses alone, asks about %+v, want both", got)
	}
	r.route.ShopID = 0
	if got := r.forgotten(); len(got) != 1 || got[0].ShopID != 1 {
		t.Errorf("Today asks about %+v, want shop 1", got)
	}
	r.route.Page = routes.Hours
	if got := r.forgotten(); len(got) != 2 {
		t.Errorf("the hours' page asks about %+v, want both shops", got)
	}
}

// Bug: the reminder of another shop came under the finger that had pressed a button of the one before, and a double tap
// answered for both, or reopened both.
func TestReminderThatMovesUpRests(t *testing.T) {
	t.Parallel()
	r := pausable(t, routes.Hours, 0)
	may := []string{string(platform.PermissionShopPause)}
	began := r.State.Now().Add(-3 * time.Hour).UnixMilli()
	var shops []api.Shop
	var list []api.Pause
	for id := int64(1); id <= 3; id++ {
		shops = append(shops, api.Shop{ShopID: id, Permissions: may})
		list = append(list, api.Pause{ShopID: id, State: api.PausePaused, StartedAt: began + id})
	}
	r.State.SetShops(shops)
	r.State.SetPauses(list, r.State.Now())
	rests := func(after string, want int) {
		t.Helper()
		if got := strings.Count(pagetest.Markup(r.banners()), " data-rests"); got != want {
			t.Errorf("%s: %d buttons rest, want %d", after, got, want)
		}
	}
	rests("the first drawing", 0)
	r.State.KeepPaused(list[2])
	rests("the last has gone", 0)
	r.State.KeepPaused(list[0])
	rests("the first has gone", 2)
	rests("another drawing", 2)
	r.pausing.moved = r.pausing.moved.Add(-nudgeRest)
	rests("a moment", 0)
}

// On a device whose clock was an hour fast, a shop that was just paused for half an hour was "reopening" until somebody
// resumed it; where the clock was an hour slow, a shop was open in the bar for an hour after it had closed.
func TestFrameReckonsByTheServersClock(t *testing.T) {
	t.Parallel()
	for _, ahead := range []time.Duration{time.Hour, -time.Hour} {
		r, err := newRoot(pagetest.Mount, wire.Fetcher{}, new(state.Memory))
		if err != nil {
			t.Fatal(err)
		}
		device := r.State.Now()
		server := device.Add(-ahead)
		r.Book.Clock.Sample(device.UnixMilli(), device.UnixMilli(), server.UnixMilli())
		r.State.SetShops([]api.Shop{{ShopID: 1, EnName: "Noodle", Zone: "Asia/Hong_Kong"}})
		r.State.SetShop(1, &platform.Shop{Status: platform.ShopSuspended})
		until := server.Add(30 * time.Minute).UnixMilli()
		r.State.SetPause(api.Pause{ShopID: 1, State: api.PausePaused, StartedAt: server.UnixMilli(), Until: until})
		if got := r.State.Standing(1); got.Kind != state.StandingRest || got.At != until {
			t.Errorf("%v ahead: a paused shop is %+v", ahead, got)
		}
		r.State.SetShop(1, &platform.Shop{Status: platform.ShopOperating, AvailableForOrder: true})
		r.State.SetPause(api.Pause{ShopID: 1, State: api.PauseEnded})
		r.State.SetSpecial(1, backend.Record[[]platform.SpecialDate]{})
		zone, _ := state.ZoneOf("Asia/Hong_Kong")
		_, seconds := rules.Local(server.UnixMilli(), zone)
		var week platform.Week
		for _, day := range platform.Days() {
			week.SetDay(day, []platform.Period{{StartTime: seconds, EndTime: seconds + 60}})
		}
		r.State.SetWeek(1, backend.Record[platform.Week]{Value: week})
		if got := r.State.Standing(1); got.Kind != state.StandingOpen {
			t.Errorf("%v ahead: an open shop is %+v", ahead, got)
		}
	}
}
