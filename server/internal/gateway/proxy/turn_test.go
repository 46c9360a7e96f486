package proxy_test

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
)

// Two operators save edits of the same base at the same time, on one replica or on
// two: one save succeeds, and the other is answered with the saved record. Bug:
// both edits were compared before either was written, and the first save was lost.
func TestSecondOfTwoSimultaneousSavesIsRefused(t *testing.T) {
	t.Parallel()
	for name, replicas := range map[string]int{"one replica": 1, "two replicas": 2} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := &sandbox.Sandbox{}
			for _, path := range []string{platform.PathWeekGet, platform.PathWeekUpdate} {
				if _, err := s.Inject(sandbox.Fault{Kind: sandbox.FaultSlow, Path: path, Rate: 1,
					Delay: 10 * time.Millisecond}); err != nil {
					t.Fatal(err)
				}
			}
			f := newFixture(t, setup{platform: s})
			consoles := []*httptest.Server{f.console, f.console}
			if replicas == 2 {
				consoles[1] = f.replica()
			}
			const rounds = 20
			for round := range rounds {
				base := digestOf(t, platform.PathWeekGet, f.post(t, api.RoleOwner, platform.PathWeekGet, ref).Body)
				requests, saved := make([]*http.Request, 2), make([]string, 2)
				for i, role := range []api.Role{api.RoleOwner, api.RoleManager} {
					saved[i] = strings.Replace(newWeek, "36000", fmt.Sprint(60*(2*round+i)), 1)
					requests[i] = f.request(t.Context(), t, role, platform.PathWeekUpdate, saved[i], api.HeaderBase, base)
					requests[i].URL.Host = strings.TrimPrefix(consoles[i].URL, "http://")
				}
				first, second := atOnce(t, requests[0], requests[1])
				if first.Status != http.StatusOK {
					first, second = second, first
					saved[0] = saved[1]
				}
				if first.Status != http.StatusOK || second.Status != http.StatusConflict || second.Error.Code != api.CodeChanged {
					t.Fatalf("round %d: %d %s and %d %s", round, first.Status, first.Body, second.Status, second.Body)
				}
				var want platform.WeekUpdate
				if err := json.Unmarshal([]byte(saved[0]), &want); err != nil {
					t.Fatal(err)
				}
				told := digestOf(t, platform.PathWeekGet, `{"code":0,"data":`+string(second.Error.Current)+`}`)
				if diff := cmp.Diff(servertest.Must(api.Digest(servertest.Must(json.Marshal(want.Week))(t)))(t), told); diff != "" {
					t.Errorf("round %d: the second is told %s", round, second.Error.Current)
				}
			}
			if n := len(f.trail(t)); n != rounds {
				t.Errorf("%d changes were sent, want %d", n, rounds)
			}
		})
	}
}

// atOnce sends both requests at the same time.
func atOnce(t *testing.T, a, b *http.Request) (first, second answer) {
	t.Helper()
	var answers [2]answer
	var errs [2]error
	var both sync.WaitGroup
	for i, r := range []*http.Request{a, b} {
		both.Go(func() {
			response, err := http.DefaultClient.Do(r)
			if err != nil {
				errs[i] = err
				return
			}
			defer func() { _ = response.Body.Close() }()
			body, err := io.ReadAll(response.Body)
			answers[i], errs[i] = answer{Status: response.StatusCode, Body: string(body)}, err
			if err == nil && response.StatusCode != http.StatusOK {
				errs[i] = json.Unmarshal(body, &answers[i].Error)
			}
		})
	}
	both.Wait()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
	return answers[0], answers[1]
}

// The turn is free at once, after a success and after a refusal.
func TestTurnIsFreeAfterAChange(t *testing.T) {
	t.Parallel()
	f := newFixture(t, setup{})
	base := digestOf(t, platform.PathWeekGet, f.post(t, api.RoleOwner, platform.PathWeekGet, ref).Body)
	for _, base := range []string{base, "stale"} {
		f.post(t, api.RoleOwner, platform.PathWeekUpdate, newWeek, api.HeaderBase, base)
		if err := f.store.Claim(t.Context(), "write/100001"+platform.PathWeekUpdate, "another", 1, 2); err != nil {
			t.Errorf("after base %s: %v", base, err)
		}
	}
}
