package orders

import (
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// An erased order doesn't tell whether the shop had accepted it. Bug: each cancelled one counted as lost, also after
// its customer had cancelled it.
func TestErasedOrderIsNotLost(t *testing.T) {
	t.Parallel()
	left, err := Erased(store.Order{OrderID: 1, ShopID: 1, Stage: string(api.ColumnCancelled)}, 1)
	if o, _ := OrderOf(left.Order); err != nil || o.Column != api.ColumnCancelled || Lost(&o) {
		t.Errorf("%+v, %v", o, err)
	}
}

// An erasure may find only the orders of its phone number. Bug: a masked number, or one of zeros, matched others'.
func TestPhonesAreComparedByTheirDigits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"+852 9123 4567", "91234567", true},
		{"9123-4567", "+85291234567", true},
		{"091234567", "+35891234567", true},  // with the zero of a call inside the country
		{"0085291234567", "91234567", true},  // with the zeros of a call from abroad
		{"0085291234567", "091234567", true}, // both with zeros
		{"+852 9123 4567", "9123 4568", false},
		{"+852 9123 4567", "4567", false}, // too little to be sure
		{"", "", false},
		{"00000000", "+852 9123 4567", false},
		{"+00 0000000", "+852 9123 4567", false},
		{"00000000", "00000000", false},
		{"000****4567", "+852 9123 4567", false},
		{"0000007", "+852 9123 4567", false},
	} {
		if samePhone(tt.a, tt.b) != tt.want || samePhone(tt.b, tt.a) != tt.want {
			t.Errorf("%q and %q: want %v", tt.a, tt.b, tt.want)
		}
	}
}
