package e2e

import (
	"net/http"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// What a page asks by itself doesn't say that a person acted, so it keeps no
// session alive; the first call after a key was pressed does, once.
func TestOnlyPeopleUseASession(t *testing.T) {
	t.Parallel()
	d, b := start(t), newTab(t)
	var acted atomic.Int64
	asked := make(chan struct{}, 1000) // the page's own question
	heed := func(r *http.Request) {
		switch {
		case r.Header.Get(api.HeaderActed) != "" && strings.HasPrefix(r.URL.Path, "/api/"):
			acted.Add(1)
		case r.URL.Path == api.PathLive && r.Header.Get(api.HeaderActed) != "":
			t.Error("a stream says that a person acted")
		}
		if r.URL.Path == api.PathToday {
			asked <- struct{}{}
		}
	}
	d.watch.Store(&heed)
	d.today(b, "owner")
	if acted.Load() == 0 {
		t.Error("opening the page and signing in is no act")
	}
	// happens has something happen in a shop, and waits until the page has asked
	// what there is now.
	happens := func() int64 {
		t.Helper()
		for len(asked) > 0 {
			<-asked
		}
		if err := d.store.AddEvents(t.Context(), []store.Event{{At: time.Now().UnixMilli(), ShopID: central,
			Kind: string(api.LiveShop)}}); err != nil {
			t.Fatal(err)
		}
		select {
		case <-asked:
		case <-time.After(patience):
			t.Fatal("the page doesn't ask again")
		}
		b.settled()
		return acted.Load()
	}
	before := happens()
	if now := happens(); now != before {
		t.Errorf("%d calls of the page's own say that a person acted", now-before)
	}
	b.press("Tab") // one key: a call could come between two
	if now := happens(); now != before+1 {
		t.Errorf("%d calls after the key say that a person acted, want 1", now-before)
	}
	if now := happens(); now != before+1 {
		t.Errorf("%d later calls say that a person acted", now-before-1)
	}
}
