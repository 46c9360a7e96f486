package pages_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/markup"
	"github.com/shopdesk/shopdesk/platform"
)

// A shop whose merchant had withdrawn the authorisation couldn't be read, and the note said "Change it and try again."
func TestRefusedReadSendsToTheConnection(t *testing.T) {
	t.Parallel()
	err := &api.Error{Code: api.CodeRefused, Message: "not authorised"}
	html := pagetest.Markup(pages.FailureNote("Not read", err, func(app.Context) {}))
	if strings.Contains(html, "Change it") || !strings.Contains(html, "fix the connection") {
		t.Error(html)
	}
	if html = pagetest.Markup(pages.FailureNote("Not saved", err, nil)); !strings.Contains(html, "Change it") {
		t.Error(html)
	}
}

// A change without an answer was said not to have been made: shops that the server had added were added once more. A
// read changes nothing.
func TestChangeWithoutAnAnswerIsSaidToBeUnknown(t *testing.T) {
	t.Parallel()
	for err, unknown := range map[error]bool{
		&platform.UnreachableError{Sent: true}:                true,
		&api.Error{Code: api.CodePlatformDown, Unknown: true}: true,
		&platform.UnreachableError{}:                          false,
		&api.Error{Code: api.CodePlatformDown}:                false,
		errors.New("passkey: this browser has none to offer"): false,
	} {
		says, not := "Not saved", "Outcome unknown"
		markup.Holds(t, pagetest.Markup(pages.FailureNote(says, err, func(app.Context) {})), []string{says}, []string{not})
		if unknown {
			says, not = not, says
		}
		markup.Holds(t, pagetest.Markup(pages.FailureNote("Not saved", err, nil)), []string{says}, []string{not})
	}
}

// An order that nobody accepted in time was gone from the board without a word. Of it alone, nobody is told to stop
// preparing.
func TestLapsedOrdersAreNamed(t *testing.T) {
	t.Parallel()
	lapsed := &api.Order{OrderID: 1, Number: "1", Cancel: &api.OrderEnd{Via: api.ViaPlatform}}
	cooked := &api.Order{OrderID: 2, Number: "2", AcceptedAt: 1, Cancel: lapsed.Cancel}
	for _, c := range []struct {
		orders []*api.Order
		says   string
	}{
		{[]*api.Order{lapsed}, "nobody accepts within five minutes"},
		{[]*api.Order{lapsed, cooked}, "Stop preparing"},
	} {
		html := pagetest.Markup(pages.StoppedNote("n", c.orders, func(int64) string { return "" }, nil))
		if !strings.Contains(html, c.says) || !strings.Contains(html, "cancelled") {
			t.Errorf("%d orders: %s", len(c.orders), html)
		}
	}
}

// After a rush, hundreds of lapsed orders were listed, and what people were cooking was somewhere among them.
func TestCookedOrdersAreNamedBeforeLapsedOnes(t *testing.T) {
	t.Parallel()
	var orders []*api.Order
	for i := range 140 {
		o := &api.Order{OrderID: int64(i + 1), Number: fmt.Sprint(i + 1), Cancel: &api.OrderEnd{Via: api.ViaPlatform}}
		if i >= 120 {
			o.AcceptedAt = 1
		}
		orders = append(orders, o)
	}
	html := pagetest.Markup(pages.StoppedNote("n", orders, func(int64) string { return "" }, nil))
	for _, o := range orders {
		named, wanted := strings.Contains(html, text.LTR(text.BareOrderNumber(o))), o.OrderID > 120 || o.OrderID <= 5
		if named != wanted {
			t.Errorf("order %s is named: %t", o.Number, named)
		}
	}
	markup.Holds(t, html, []string{"140 orders cancelled", "and 115 more"}, nil)
}
