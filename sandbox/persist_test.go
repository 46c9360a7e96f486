package sandbox_test

import (
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

func TestRestartKeepsTheState(t *testing.T) {
	t.Parallel()
	clock := sandbox.NewVirtualClock(noon)
	dir := filepath.Join(t.TempDir(), "sandbox")
	before := &sandbox.Sandbox{Clock: clock, Dir: dir}
	base := serve(t, before, "/p")
	token := exchange(t, base)
	client := present(base, token, &platform.Presenter{}, clock.Now)
	week := &platform.Week{Fri: []platform.Period{{StartTime: 64800, EndTime: 7200}}}
	if err := client.UpdateWeeklyHours(t.Context(), platform.WeekUpdate{ShopID: central, Week: week}); err != nil {
		t.Fatal(err)
	}
	if err := before.Advance(time.Hour); err != nil {
		t.Fatal(err)
	}

	// No Close: a change is on disk before it is answered.
	after := &sandbox.Sandbox{Clock: clock, Dir: dir, Shops: 30}
	if err := after.Load(); err != nil {
		t.Fatal(err)
	}
	for _, info := range before.Directory() {
		want, _ := before.Shop(info.ShopID)
		got, _ := after.Shop(info.ShopID)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("shop %d (-before +after):\n%s", info.ShopID, diff)
		}
	}
	if got := len(after.Directory()); got != 30 {
		t.Errorf("%d shops after growing to 30", got)
	}
	if !after.Now().Equal(noon.Add(time.Hour)) {
		t.Errorf("clock shows %v", after.Now())
	}
	second := serve(t, after, "/p")
	got, err := present(second, token, &platform.Presenter{}, clock.Now).WeeklyHours(t.Context(),
		platform.ShopRef{ShopID: central})
	if err != nil {
		t.Fatalf("the token of before: %v", err)
	}
	if diff := cmp.Diff(week, got); diff != "" {
		t.Errorf("week (-before +after):\n%s", diff)
	}
	data, err := os.ReadFile(filepath.Join(dir, "sandbox.json"))
	if err != nil {
		t.Fatal(err)
	}
	if strings.Contains(string(data), token) {
		t.Error("the state holds the token itself")
	}
	if files, _ := os.ReadDir(dir); len(files) != 1 {
		t.Errorf("files left behind: %v", files)
	}
}

func TestDamagedState(t *testing.T) {
	t.Parallel()
	for name, text := range map[string]string{
		"empty":         "",
		"cut short":     `{"version":1,"shops":[`,
		"other version": `{"version":2,"shops":[],"tokens":{}}`,
		"unknown field": `{"version":1,"shops":[],"tokens":{},"x":1}`,
		"null shop":     `{"version":1,"shops":[null],"tokens":{}}`,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			path := filepath.Join(t.TempDir(), "sandbox.json")
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				t.Fatal(err)
			}
			s := &sandbox.Sandbox{Dir: filepath.Dir(path)}
			if s.Load() == nil || s.Close() == nil || s.SuspendShop(central) == nil {
				t.Error("no error")
			}
			status, env := post(t, serve(t, s, "/p"), "", platform.PathShopGet, `{"shopId":100001}`)
			if status != http.StatusServiceUnavailable || env.Code != sandbox.CodeInternal {
				t.Errorf("status %d, %+v", status, env)
			}
			if left, _ := os.ReadFile(path); string(left) != text {
				t.Errorf("the file was replaced by %q", left)
			}
		})
	}
}

// A change that can't be written isn't called done.
func TestUnwritableState(t *testing.T) {
	t.Parallel()
	dir := filepath.Join(t.TempDir(), "sandbox")
	s := &sandbox.Sandbox{Dir: dir}
	client := dial(t, serve(t, s, "/p"))
	if err := os.RemoveAll(dir); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(dir, nil, 0o600); err != nil {
		t.Fatal(err)
	}
	if code := codeOf(t, client.Rest(t.Context(), platform.ShopRef{ShopID: central})); code != sandbox.CodeInternal {
		t.Errorf("code %d", code)
	}
	if err := os.Remove(dir); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatalf("Close catches up: %v", err)
	}
	again := &sandbox.Sandbox{Dir: dir}
	if state, _ := again.Shop(central); state.Record.Status != platform.ShopSuspended {
		t.Error("the change is lost")
	}
}

func TestConcurrentChanges(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	s := &sandbox.Sandbox{Dir: dir}
	base := serve(t, s, "/p")
	client := dial(t, base)
	var all sync.WaitGroup
	for _, info := range s.Directory() {
		all.Go(func() {
			ref := platform.ShopRef{ShopID: info.ShopID}
			if err := client.Rest(t.Context(), ref); err != nil {
				t.Errorf("rest %d: %v", info.ShopID, err)
			}
			if _, err := client.Shop(t.Context(), ref); err != nil {
				t.Errorf("read %d: %v", info.ShopID, err)
			}
		})
	}
	all.Go(func() { _, _ = fetch(t, base+"/sandbox/") })
	all.Wait()
	again := &sandbox.Sandbox{Dir: dir}
	for _, info := range again.Directory() {
		if state, _ := again.Shop(info.ShopID); state.Record.Status != platform.ShopSuspended {
			t.Errorf("shop %d lost its change", info.ShopID)
		}
	}
}
