package devices

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/wire"
)

func TestStanding(t *testing.T) {
	t.Parallel()
	on, off, never := &api.Push{Key: "k", On: true}, &api.Push{Key: "k"}, &api.Push{}
	for _, tt := range []struct {
		push    *api.Push
		browser device.Standing
		want    standing
	}{
		{nil, device.PushGranted, standingUnknown},
		{never, device.PushGranted, standingNever},
		{on, device.PushGranted, standingOn},
		{on, device.PushDenied, standingBlocked}, // taken back since
		{on, device.PushDefault, standingOff},
		{off, device.PushGranted, standingOff},
		{off, device.PushDefault, standingOff},
		{off, device.PushInstall, standingInstall},
		{off, device.PushNone, standingNone},
	} {
		if got := standingOf(tt.push, tt.browser); got != tt.want {
			t.Errorf("%+v, %s: %s, want %s", tt.push, tt.browser, got, tt.want)
		}
	}
}

// An empty choice must never be sent, because the server would read it as all shops.
func TestChoice(t *testing.T) {
	t.Parallel()
	c := choiceOf(nil)
	if shops, ok := c.request(); len(shops) != 0 || !ok {
		t.Errorf("all: %v %t", shops, ok)
	}
	c.some = true
	if _, ok := c.request(); ok {
		t.Error("none is picked")
	}
	c.picks[9007199254740993], c.picks[2], c.picks[3] = true, true, false
	shops, ok := c.request()
	if fmt.Sprint(shops) != "[{2} {9007199254740993}]" || !ok {
		t.Errorf("%v %t", shops, ok)
	}
	if again := choiceOf(shops); !again.some || !again.picks[2] || again.picks[3] {
		t.Errorf("%+v", again)
	}
}

// Notifications that were switched off while no shop was chosen could not be switched on again.
func TestSwitchWorksWithoutAChosenShop(t *testing.T) {
	t.Parallel()
	card := &told{Deps: pagetest.Deps(t, routes.Route{Page: routes.Devices}, api.RoleManager)}
	card.push, card.choice = &api.Push{Key: "k"}, choiceOf(nil)
	card.choice.some = true
	pagetest.Run(t, func(ctx app.Context) {
		card.ctx = ctx
		card.toggle(ctx, true)
	})
	if card.err == nil || card.choice.some { // a test has no browser that could subscribe
		t.Errorf("nothing was tried: %v, %+v", card.err, card.choice)
	}
}

// Bug: notifications that were switched off while a choice of shops was on its way stayed on, without a word.
func TestSwitchedOffDuringASave(t *testing.T) {
	t.Parallel()
	var off atomic.Int32
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		off.Add(1)
		_ = json.NewEncoder(w).Encode(api.Push{Key: "k"})
	}))
	t.Cleanup(server.Close)
	card := &told{Deps: pagetest.Deps(t, routes.Route{Page: routes.Devices}, api.RoleManager)}
	card.Backend = wire.Backend(t, pagetest.Mount, server)
	card.push, card.choice = &api.Push{Key: "k", On: true}, choiceOf(nil)
	pagetest.Run(t, func(ctx app.Context) {
		card.ctx = ctx
		card.choose(ctx, chooseAll) // without a browser nothing comes of it, nor is it sent
		card.toggle(ctx, false)
	})
	if off.Load() != 1 || card.push.On || card.busy || card.err != nil {
		t.Errorf("switched off %d times, %+v, busy %t, %v", off.Load(), card.push, card.busy, card.err)
	}
}

func TestForeignHost(t *testing.T) {
	t.Parallel()
	refusal := &api.Error{
		Code:     api.CodeInvalid,
		Problems: []api.Problem{{Path: "auth"}, {Path: "endpoint", Code: api.ProblemPushHost, Args: []any{"push.example"}}},
	}
	if host, ok := foreignHost(refusal); host != "push.example" || !ok {
		t.Errorf("%q %t", host, ok)
	}
	for _, other := range []*api.Error{nil, {Code: api.CodeInternal}, {Problems: []api.Problem{{Code: "malformed"}}}} {
		if _, ok := foreignHost(other); ok {
			t.Errorf("%+v", other)
		}
	}
}

// Bug: Arabic read the device before the person with a Latin name who has it.
func TestNameOfARingKeepsToItself(t *testing.T) {
	t.Parallel()
	r := &rings{list: []api.Device{{Who: "Mei Wong", Browser: "Chrome", System: "Android"}}}
	if html := pagetest.Markup(r); !strings.Contains(html, text.Isolate("Mei Wong")) {
		t.Error(html)
	}
}
