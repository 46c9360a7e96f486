package orders

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/api"
)

// The keys of the board are letters wherever they are on a keyboard, and places where its letters aren't Latin.
func TestKeyOf(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		key, code string
		shift     bool
		want      string
	}{
		{"a", "KeyA", false, keyAccept}, {"a", "KeyQ", false, keyAccept}, {"q", "KeyA", false, ""},
		{"A", "KeyA", false, keyAccept}, {"A", "KeyA", true, ""}, {"ش", "KeyA", false, keyAccept},
		{"ق", "KeyR", false, keyReady},
		{"?", "Slash", true, keyHelp}, {"؟", "Slash", true, keyHelp}, {"?", "Minus", true, keyHelp},
		{"/", "Digit7", true, keyFind},
		{"/", "Slash", false, keyFind}, {"n", "KeyN", false, keyNext}, {"x", "KeyX", false, keyReject},
		{"Enter", "Enter", false, ""}, {"Tab", "Tab", false, ""}, {"é", "Digit2", false, ""}, {"", "", false, ""},
	} {
		if got := keyOf(tt.key, tt.code, tt.shift); got != tt.want {
			t.Errorf("%q at %s, shift %v: %q, want %q", tt.key, tt.code, tt.shift, got, tt.want)
		}
	}
}

// A key asks for what the card's own button asks for, and for nothing that the card doesn't offer.
func TestAskedByKey(t *testing.T) {
	t.Parallel()
	refund := placed(api.ColumnDone)
	refund.Refund = &api.OrderRefund{Standing: api.RefundAsked}
	all := may{work: true, abort: true, refund: true}
	for _, tt := range []struct {
		name  string
		order api.Order
		may   may
		key   api.Act
		want  api.Act
		asks  bool
	}{
		{"accept", placed(api.ColumnNew), all, api.ActAccept, api.ActAccept, false},
		{"accept what is accepted", placed(api.ColumnPreparing), all, api.ActAccept, "", false},
		{"ready", placed(api.ColumnPreparing), all, api.ActReady, api.ActReady, false},
		{"ready what is new", placed(api.ColumnNew), all, api.ActReady, "", false},
		{"cancel", placed(api.ColumnNew), all, api.ActCancel, api.ActCancel, true},
		{"reject a refund", refund, all, api.ActCancel, api.ActRefundReject, true},
		{"of one who only looks", placed(api.ColumnNew), may{}, api.ActAccept, "", false},
		{"cancel, of one who may not", placed(api.ColumnNew), may{work: true}, api.ActCancel, "", false},
		{"cancel what is done", placed(api.ColumnDone), all, api.ActCancel, "", false},
	} {
		request, asks := askedByKey(&tt.order, tt.may, tt.key)
		if request.Act != tt.want || asks != tt.asks {
			t.Errorf("%s: %q, asks first %v", tt.name, request.Act, asks)
		}
	}
}

// The list of keys has each of them, and opens and closes with its own key alone.
func TestListOfKeys(t *testing.T) {
	t.Parallel()
	p := boardOf(t, everything, placed(api.ColumnNew))
	for _, press := range []struct {
		key  string
		open bool
	}{{keyHelp, true}, {keyAccept, true}, {keyHelp, false}} {
		if p.key(p.ctx, press.key); p.keys != press.open {
			t.Errorf("after %s the list is open: %v", press.key, p.keys)
		}
	}
	p.keys = true
	html := pagetest.Markup(p.keysDialog())
	for _, want := range []string{
		">Accept<", "Ready for pickup", "Next order", "Order number", "keys-on", "1–9", "Recall the last ticket",
	} {
		if !strings.Contains(html, want) {
			t.Errorf("the list lacks %q", want)
		}
	}
}
