package main

import (
	"bytes"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
)

// The command tells of an order of any shop, and of one whose message was given up if its shop is named.
func TestWhyTellsOfKnownAndUnknownOrders(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	db := begunStore(t, set)
	if err := db.PutShops(t.Context(), []store.Shop{{ShopID: 1, Name: "A", Zone: "Asia/Hong_Kong"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.SaveOrders(t.Context(), []store.OrderChange{{
		Order: store.Order{ShopID: 1, OrderID: 11, Stage: "done", PlacedAt: 1000, ChangedAt: 1,
			Data: []byte(`{"placedAt":1000}`)},
	}, {
		Order:    store.Order{ShopID: 1, OrderID: 14, Stage: "done", PlacedAt: 1000, ChangedAt: 1, Data: []byte(`{`)},
		Timeline: []store.OrderMoment{{At: 1000, Data: []byte(`{`)}},
	}}); err != nil {
		t.Fatal(err)
	}
	if err := db.AddReach(t.Context(), []store.OrderReach{{ShopID: 1, OrderID: 11, Device: "d", How: "off", At: 2000,
		Operator: "Ann", Agent: "Safari · iPad"}}); err != nil {
		t.Fatal(err)
	}
	if _, err := db.AddMessages(t.Context(), []store.Message{{MessageID: "m", Digest: []byte("d"), ReceivedAt: 1,
		EventID: 1001, ShopID: 1, OrderID: 12, Body: []byte(`{}`), State: store.MessageWaiting}}); err != nil {
		t.Fatal(err)
	}
	ask := func(args ...string) (string, error) {
		t.Helper()
		args = append([]string{"why"}, args...)
		for _, flag := range []string{"--database", "--keys-file", "--public-url"} {
			args = append(args, flag+"="+set[flag])
		}
		var out bytes.Buffer
		err := run(t.Context(), args, &out, new(bytes.Buffer))
		return out.String(), err
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"11"}, "1970-01-01 08:00:02  shown in silence, the sound is off: Safari · iPad of Ann\n\nIt rang on no " +
			"device."},
		{[]string{"12", "--shop", "1"}, "still waits: no worker has come to it yet."},
		{[]string{"13", "--shop", "1"}, "No message about it is kept"},
		{[]string{"14"}, "\norders: order 14 of shop 1: unexpected end of JSON input\norders: an entry of the timeline: "},
	} {
		if out, err := ask(tt.args...); err != nil || !strings.Contains(out, tt.want) {
			t.Errorf("%v: %v\n%s\nwant %q", tt.args, err, out, tt.want)
		}
	}
	for _, tt := range []struct {
		args []string
		want string
	}{
		{[]string{"12"}, "give its --shop"},
		{[]string{"11", "--shop", "7"}, "shop 7 isn't looked after here"},
	} {
		if _, err := ask(tt.args...); err == nil || !strings.Contains(err.Error(), tt.want) {
			t.Errorf("%v: %v, want %q", tt.args, err, tt.want)
		}
	}
}
