package sandbox_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

func TestFaults(t *testing.T) {
	t.Parallel()
	unreachable := func(err error) bool { return errors.Is(err, platform.ErrUnreachable) }
	malformed := func(status int) func(error) bool {
		return func(err error) bool {
			var refused *platform.Error
			return errors.As(err, &refused) && refused.Malformed && refused.Status == status
		}
	}
	tests := []struct {
		name  string
		fault sandbox.Fault
		is    func(error) bool
		acted bool
	}{
		{"error", sandbox.Fault{Kind: sandbox.FaultError}, malformed(500), false},
		{"html", sandbox.Fault{Kind: sandbox.FaultHTML}, malformed(502), false},
		{"drop", sandbox.Fault{Kind: sandbox.FaultDrop}, unreachable, false},
		{"actdrop", sandbox.Fault{Kind: sandbox.FaultActDrop}, unreachable, true},
		{"truncate", sandbox.Fault{Kind: sandbox.FaultTruncate}, unreachable, true},
		{"slow", sandbox.Fault{Kind: sandbox.FaultSlow, Delay: 1}, func(err error) bool { return err == nil }, true},
		{"code", sandbox.Fault{Kind: sandbox.FaultCode, Code: 777, Message: "No."}, func(err error) bool {
			var refused *platform.Error
			return errors.As(err, &refused) && refused.Code == 777 && refused.Message == "No."
		}, false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			s := new(sandbox.Sandbox)
			client := dial(t, serve(t, s, "/p"))
			test.fault.Path, test.fault.Count = platform.PathShopRest, 2
			if _, err := s.Inject(test.fault); err != nil {
				t.Fatal(err)
			}
			ref := platform.ShopRef{ShopID: central}
			for i := range 2 {
				if _, err := client.Shop(t.Context(), ref); err != nil {
					t.Errorf("another path meets the fault: %v", err)
				}
				if err := client.Rest(t.Context(), ref); !test.is(err) {
					t.Errorf("call %d: %v", i, err)
				}
				if call := s.Calls()[0]; call.Fault != test.fault.Kind || call.Path != platform.PathShopRest {
					t.Errorf("the log tells %+v", call)
				}
				state, _ := s.Shop(central)
				if acted := state.Record.Status == platform.ShopSuspended; acted != test.acted {
					t.Errorf("call %d: acted is %v", i, acted)
				}
				if err := s.ReopenShop(central); err != nil {
					t.Fatal(err)
				}
			}
			if err := client.Rest(t.Context(), ref); err != nil {
				t.Errorf("after the fault: %v", err)
			}
		})
	}
}

// A call that is cut off, or above the limit, meets no fault. The bug: it used a fault's count up.
func TestFaultWaitsForACallThatIsTaken(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	client := dial(t, serve(t, s, "/p"))
	if _, err := s.Inject(sandbox.Fault{Kind: sandbox.FaultError, Path: platform.PathShopGet}); err != nil {
		t.Fatal(err)
	}
	s.Cut(time.Hour)
	if _, err := client.Shop(t.Context(), platform.ShopRef{ShopID: central}); !errors.Is(err, platform.ErrUnreachable) {
		t.Errorf("cut: %v", err)
	}
	s.Cut(0)
	if err := s.SetLimit(0.001); err != nil {
		t.Fatal(err)
	}
	for range 2 {
		_, _ = client.WeeklyHours(t.Context(), platform.ShopRef{ShopID: central})
	}
	_, err := client.Shop(t.Context(), platform.ShopRef{ShopID: central})
	if c := s.Calls()[0]; c.Status != http.StatusTooManyRequests || c.Fault != "" {
		t.Errorf("%v, %+v", err, c)
	}
	if left := s.Faults(); len(left) != 1 {
		t.Errorf("left: %+v", left)
	}
}

func TestFaultRate(t *testing.T) {
	t.Parallel()
	draws := []float64{0.4, 0.5, 0.1}
	s := &sandbox.Sandbox{Chance: func() float64 {
		next := draws[0]
		draws = append(draws[1:], next)
		return next
	}}
	client := dial(t, serve(t, s, "/p"))
	if _, err := s.Inject(sandbox.Fault{Kind: sandbox.FaultError, Rate: 0.5}); err != nil {
		t.Fatal(err)
	}
	var failed []bool
	for range 6 {
		_, err := client.Shop(t.Context(), platform.ShopRef{ShopID: central})
		failed = append(failed, err != nil)
	}
	if diff := cmp.Diff([]bool{true, false, true, true, false, true}, failed); diff != "" {
		t.Errorf("failed calls (-want +got):\n%s", diff)
	}
	s.ClearFaults()
	if len(s.Faults()) != 0 {
		t.Error("faults are left")
	}
}

func TestInjectRefuses(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	for name, fault := range map[string]sandbox.Fault{
		"kind":       {Kind: "none"},
		"path":       {Kind: sandbox.FaultError, Path: "/sandbox/"},
		"count":      {Kind: sandbox.FaultError, Count: -1},
		"rate":       {Kind: sandbox.FaultError, Rate: 1.1},
		"no delay":   {Kind: sandbox.FaultSlow},
		"long delay": {Kind: sandbox.FaultSlow, Delay: time.Hour},
	} {
		if _, err := s.Inject(fault); !errors.Is(err, sandbox.ErrInvalid) {
			t.Errorf("%s: %v", name, err)
		}
	}
	if len(s.Faults()) != 0 {
		t.Error("a refused fault is there")
	}
}

// Latency is real time even when the platform's clock stands still, it holds
// up no other call, and a caller who hangs up gets nothing done.
func TestLatency(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		s := &sandbox.Sandbox{Clock: sandbox.NewVirtualClock(noon), Latency: 3 * time.Second}
		call := func(ctx context.Context) {
			defer func() {
				err, _ := recover().(error)
				if err != nil && !errors.Is(err, http.ErrAbortHandler) {
					panic(err)
				}
			}()
			body := strings.NewReader(`{"client_id":"shopdesk-demo","client_secret":"shopdesk-demo-secret","grant_type":"app_level_token"}`)
			s.ServeHTTP(httptest.NewRecorder(), httptest.NewRequest(http.MethodPost, "http://127.0.0.1"+platform.PathToken,
				body).WithContext(ctx))
		}
		began := time.Now()
		done := make(chan bool)
		for range 5 {
			go func() { call(t.Context()); done <- true }()
		}
		for range 5 {
			<-done
		}
		if took := time.Since(began); took != 3*time.Second {
			t.Errorf("five calls at once took %v", took)
		}
		ctx, cancel := context.WithTimeout(t.Context(), time.Second)
		defer cancel()
		call(ctx)
		if took := time.Since(began); took != 4*time.Second {
			t.Errorf("the call that was given up took %v", took-3*time.Second)
		}
		if last := s.Calls()[0]; last.Status != 0 || last.Duration != time.Second || !last.At.Equal(noon) {
			t.Errorf("the log tells %+v", last)
		}
	})
}
