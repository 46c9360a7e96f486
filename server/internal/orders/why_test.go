package orders

import (
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// Each cause for which an order doesn't ring is told in words of its own.
func TestWhyAnOrderDidNotRing(t *testing.T) {
	t.Parallel()
	at := time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC).UnixMilli()
	message := func(came, heard int64) []api.TimelineEntry {
		return []api.TimelineEntry{{At: at, What: api.TimelineEvent, Event: int(platform.EventOrderPlaced),
			Came: at + came, Heard: at + came + heard}}
	}
	reached := func(how api.Reach, after int64) store.OrderReach {
		return store.OrderReach{How: string(how), At: at + after, Operator: "Ann", Agent: "Chrome · Android"}
	}
	const noScreen = "No screen told that it showed the order: none was open on the shop's orders, or none had a " +
		"connection."
	const none = "No notification was sent: no device is subscribed to those of the shop."
	for _, tt := range []struct {
		name string
		in   story
		want []string
	}{
		{"it rang", story{timeline: message(200, 10), reach: []store.OrderReach{reached(api.ReachRang, 400)}, devices: 1},
			[]string{"It rang on 1 device, first 400ms after it was placed.",
				"No notification was sent, with 1 device subscribed now: they are sent of orders that wait for a moment."}},
		{"it rang late, the message was late", story{timeline: message(90_000, 10),
			reach: []store.OrderReach{reached(api.ReachRang, 91_000), reached(api.ReachSeen, 95_000)}},
			[]string{"It rang on 1 device, first 1m31s after it was placed.",
				"The platform's message came late, 1m30s after the order was placed.", none,
				"Ann saw it first, at 2026-11-23 12:01:35."}},
		{"the server was stopped", story{timeline: message(200, 61_000)},
			[]string{"It rang on no device.",
				"The server acted on the message only after 1m1s: it was stopped, busy, or its database failed.",
				noScreen, none}},
		{"no message", story{}, []string{"It rang on no device.",
			"No message told of the new order: it was found by reading the platform.", noScreen, none}},
		{"an older order", story{timeline: []api.TimelineEntry{{What: api.TimelineEvent,
			Event: int(platform.EventOrderPlaced)}}}, []string{"It rang on no device.",
			"When its message came isn't kept: the order is older than this part of the story.", noScreen, none}},
		{"accepted by the rule", story{timeline: message(200, 10),
			order: api.Order{AcceptedAt: at + 1000, AcceptedVia: api.ViaRule}},
			[]string{"It rang on no device.",
				"It was accepted at 2026-11-23 12:00:01 (rule), before a screen could ring.", noScreen, none}},
		{"silent screens", story{timeline: message(200, 10), reach: []store.OrderReach{
			reached(api.ReachOff, 300), reached(api.ReachBrowser, 310)}},
			[]string{"It rang on no device.",
				"1 device showed it in silence: the sound is switched off there (Chrome · Android of Ann).",
				"1 device showed it in silence: the browser keeps pages silent until somebody taps on them " +
					"(Chrome · Android of Ann).", none}},
		{"a notification that never came", story{timeline: message(200, 10), devices: 1,
			reach: []store.OrderReach{{How: string(api.ReachSent), At: at + 16_000, Operator: "Ann"}}},
			[]string{"It rang on no device.", noScreen, "A notification was sent to 1 device, and none has told that it " +
				"came: switched off, or without a network (a device of Ann)."}},
		{"a push service that refuses", story{timeline: message(200, 10), devices: 1,
			reach: []store.OrderReach{{How: string(api.ReachRefused)}}},
			[]string{"It rang on no device.", noScreen,
				"No notification came through: the push services didn't take it."}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tt.in.known, tt.in.zone, tt.in.order.PlacedAt = true, time.UTC, at
			if diff := cmp.Diff(tt.want, tt.in.reasons()); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// The order's page tells what kept it from ringing, after the devices that it reached.
func TestPageTellsWhyAnOrderDidNotRing(t *testing.T) {
	t.Parallel()
	message := func(came, heard int64) []api.TimelineEntry {
		return []api.TimelineEntry{{At: 1000, What: api.TimelineEvent, Event: int(platform.EventOrderPlaced),
			Came: 1000 + came, Heard: 1000 + came + heard}}
	}
	rang := store.OrderReach{How: string(api.ReachRang), At: 2000}
	off := store.OrderReach{How: string(api.ReachOff), At: 3000}
	for _, tt := range []struct {
		name string
		now  int64
		in   story
		want []api.TimelineKind
	}{
		{"it rang", 60_000, story{timeline: message(10, 10), reach: []store.OrderReach{rang, off}},
			[]api.TimelineKind{"rang", "off"}},
		{"its message was late, and we were", 60_000,
			story{timeline: message(61_000, 11_000), reach: []store.OrderReach{rang}},
			[]api.TimelineKind{"late", "held", "rang"}},
		{"silent screens", 60_000, story{timeline: message(10, 10), reach: []store.OrderReach{off}},
			[]api.TimelineKind{"off", "silent"}},
		{"accepted at once", 60_000, story{timeline: message(10, 10), order: api.Order{AcceptedAt: 1500}},
			[]api.TimelineKind{"taken", "unreached"}},
		{"accepted later", 60_000, story{timeline: message(10, 10), order: api.Order{AcceptedAt: 9000}},
			[]api.TimelineKind{"unreached"}},
		{"an older order", 60_000, story{timeline: []api.TimelineEntry{{At: 1000}}, reach: []store.OrderReach{off}},
			[]api.TimelineKind{"off"}},
		{"it has just come", 15_000, story{timeline: message(10, 10)}, nil},
	} {
		var got []api.TimelineKind
		for _, e := range tt.in.shown(tt.now) {
			got = append(got, e.What)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s (-want +got):\n%s", tt.name, diff)
		}
	}
}

// An order that isn't known is explained by its messages.
func TestWhyAnUnknownOrderDidNotRing(t *testing.T) {
	t.Parallel()
	for want, messages := range map[string][]store.Message{
		"No message about it is kept": nil,
		"came at 1970-01-01 00:00:01 and was given up: we don't look after this shop.": {{ReceivedAt: 1000,
			State: store.MessageDead, Why: "we don't look after this shop"}},
		"still waits: no worker has come to it yet.": {{State: store.MessageWaiting}},
		"still waits: attempt 3 failed because of this: our own trouble": {{State: store.MessageWaiting,
			Tries: 3, Why: "our own trouble"}},
	} {
		s := story{zone: time.UTC, messages: messages}
		if got := strings.Join(s.reasons(), "\n"); !strings.Contains(got, want) {
			t.Errorf("%q, want %q in it", got, want)
		}
	}
}

// What happened is told in the order in which it happened, each with its moment.
func TestWhyTellsWhatHappened(t *testing.T) {
	t.Parallel()
	s := story{known: true, zone: time.UTC, order: api.Order{PlacedAt: 1000},
		timeline: []api.TimelineEntry{
			{At: 1000, What: api.TimelineEvent, Event: int(platform.EventOrderPlaced), Came: 2000, Heard: 2020},
			{At: 9000, What: api.TimelineAct, Act: api.ActAccept, State: api.ActDone, Via: api.ViaPerson, By: "Ann"},
		},
		reach: []store.OrderReach{{How: string(api.ReachRang), At: 3000, Operator: "Bo", Agent: "Safari · iPad"}},
	}
	want := []string{
		"1970-01-01 00:00:01  the customer placed the order",
		"1970-01-01 00:00:02  message of the platform: placed, acted on after 20ms",
		"1970-01-01 00:00:03  rang: Safari · iPad of Bo",
		"1970-01-01 00:00:09  accept: done by Ann",
	}
	if diff := cmp.Diff(want, s.facts()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
