package sandbox_test

import (
	"errors"
	"math"
	"net/http"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// A second's worth of calls is answered at once; more are refused, whatever
// they ask, and nothing is done.
func TestLimit(t *testing.T) {
	t.Parallel()
	s := &sandbox.Sandbox{}
	base := serve(t, s, "/open")
	client := present(base, exchange(t, base), &platform.Presenter{}, s.Now)
	if err := s.SetLimit(0.001); err != nil { // one, and the next in a quarter of an hour
		t.Fatal(err)
	}
	ref := platform.ShopRef{ShopID: central}
	if _, err := client.Shop(t.Context(), ref); err != nil {
		t.Fatal(err)
	}
	exchange(t, base) // tokens aren't limited
	var said *platform.Error
	if err := client.Rest(t.Context(), ref); !errors.As(err, &said) || said.Status != http.StatusTooManyRequests ||
		said.Code != sandbox.CodeTooMany || !said.TooMany() {
		t.Errorf("%v", err)
	}
	if sh, _ := s.Shop(central); sh.Record.Status != platform.ShopOperating {
		t.Error("it was done all the same")
	}
	if c := s.Calls()[0]; c.Status != http.StatusTooManyRequests || c.Code != sandbox.CodeTooMany {
		t.Errorf("in the log: %+v", c)
	}
	if err := s.SetLimit(0); err != nil {
		t.Fatal(err)
	}
	for range 3 {
		if _, err := client.Shop(t.Context(), ref); err != nil {
			t.Error(err)
		}
	}
	for _, wrong := range []float64{-1, math.NaN(), sandbox.MaxLimit + 1} {
		if err := s.SetLimit(wrong); !errors.Is(err, sandbox.ErrInvalid) {
			t.Errorf("%v: %v", wrong, err)
		}
	}
}
