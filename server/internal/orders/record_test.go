package orders

import (
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

// The delivery type is kept as it came, also from a flat record and where it is no number. None, 0 and what is too long
// for a card are not kept.
func TestDeliveryTypeIsKept(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]struct {
		way    string
		pickup bool
	}{
		`{"baseOrder":{"orderViewId":1}}`:                                                      {"", false},
		`{"baseOrder":{"deliveryType":0}}`:                                                     {"", false},
		`{"baseOrder":{"deliveryType":"0"}}`:                                                   {"", false},
		`{"baseOrder":{"deliveryType":null}}`:                                                  {"", false},
		`{"baseOrder":{"deliveryType":1}}`:                                                     {"1", true},
		`{"baseOrder":{"deliveryType":"1"}}`:                                                   {"1", true},
		`{"baseOrder":{"deliveryType":701}}`:                                                   {"701", false},
		`{"orderViewId":1,"deliveryType":701}`:                                                 {"701", false},
		`{"baseOrder":{"deliveryType":"DINE_IN"}}`:                                             {"DINE_IN", false},
		`{"orderViewId":1,"deliveryType":"DINE_IN"}`:                                           {"DINE_IN", false},
		`{"orderViewId":1,"deliveryType":[2]}`:                                                 {"[2]", false},
		`{"baseOrder":{"deliveryType":"a text that is longer than anything one shows there"}}`: {"", false},
	} {
		r := record{at: 1}
		if err := platform.Read([]byte(in), &r.Order); err != nil {
			t.Fatal(err)
		}
		var k orderState
		k.takeRecord(&r)
		if k.Way != want.way || k.Pickup != want.pickup {
			t.Errorf("%s: %q, collected %v", in, k.Way, k.Pickup)
		}
	}
}
