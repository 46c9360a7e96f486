package server_test

import (
	"encoding/json"
	"io"
	"net/http"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// A session that calls too often is told to wait, in words, before the platform is called; a colleague isn't, nor is
// a client without a session. The bug: one session made 8,900 reads of the platform in three seconds.
func TestCallsOfOneSessionAreBounded(t *testing.T) {
	t.Parallel()
	// So few that a machine which needs a minute for all of these calls allows only some of them.
	const aSecond = 5
	b := open(t, func(o *server.Options) { o.Limits = server.Limits{Calls: aSecond} })
	insider, colleague := b.as(api.RoleManager), b.as(api.RoleStaff)
	const asked = 600
	var mu sync.Mutex
	answers := map[int]int{}
	var refusal string
	var asking sync.WaitGroup
	for range 12 {
		asking.Go(func() {
			for range asked / 12 {
				status, body := b.post(insider, api.PlatformPrefix+platform.PathShopGet, platform.ShopRef{ShopID: shopID})
				mu.Lock()
				answers[status]++
				if status == http.StatusTooManyRequests {
					refusal = body
				}
				mu.Unlock()
			}
		})
	}
	asking.Wait()
	if answers[http.StatusOK] < 4*aSecond || answers[http.StatusTooManyRequests] == 0 ||
		answers[http.StatusOK]+answers[http.StatusTooManyRequests] != asked {
		t.Fatalf("answers %v", answers)
	}
	reads := 0
	for _, e := range b.box.Calls() {
		if e.Path == platform.PathShopGet {
			reads++
		}
	}
	if reads > answers[http.StatusOK] {
		t.Errorf("the platform was asked %d times for %d answers", reads, answers[http.StatusOK])
	}
	var e api.Error
	if err := json.Unmarshal([]byte(refusal), &e); err != nil || e.Code != api.CodeTooMuch || e.RetryAfter == 0 ||
		e.Message == "" {
		t.Errorf("refused with %s", refusal)
	}
	if status, body := b.post(colleague, api.PlatformPrefix+platform.PathShopGet,
		platform.ShopRef{ShopID: shopID}); status != http.StatusOK {
		t.Errorf("a colleague: %d %s", status, body)
	}
	if status, body := b.do(b.browser(), http.MethodGet, api.PathSession, nil, nil); status != http.StatusOK {
		t.Errorf("a stranger: %d %s", status, body)
	}
}

// A session has a limited number of streams; the refusal says so, and a colleague has streams of their own. A closed
// stream makes room.
func TestStreamsOfOneSessionAreBounded(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, nil)
	insider, colleague := k.as(api.RoleManager), k.as(api.RoleStaff)
	var open []*screen
	for range 16 {
		open = append(open, k.screen(insider, ""))
	}
	status, body := k.do(insider, http.MethodGet, api.PathLive, nil, nil)
	if status != http.StatusTooManyRequests || code(t, body) != api.CodeTooMuch {
		t.Errorf("the seventeenth: %d %s", status, body)
	}
	k.screen(colleague, "")
	if batch := read[api.LiveBatch](k.bench, insider, api.PathLivePoll+"?after="+strconv.Itoa(0)); batch.Now == 0 {
		t.Errorf("asking instead: %+v", batch)
	}
	open[0].cancel()
	for status == http.StatusTooManyRequests { // until the server notices, long before a heartbeat
		status, body = k.do(insider, http.MethodGet, api.PathLive, nil, nil)
	}
	if status != http.StatusOK {
		t.Errorf("after one was closed: %d %s", status, body)
	}
}

// All sessions of an operator share one limit of calls. A colleague has a limit of their own.
func TestCallsOfOneOperatorAreBounded(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) { o.Limits = server.Limits{Calls: 0.001} }) // one call at once
	for i, want := range []int{http.StatusOK, http.StatusTooManyRequests} {
		if status, body := b.do(b.as(api.RoleManager), http.MethodGet, api.PathShops, nil, nil); status != want {
			t.Errorf("session %d: %d %s", i, status, body)
		}
	}
	if status, body := b.do(b.as(api.RoleStaff), http.MethodGet, api.PathShops, nil, nil); status != http.StatusOK {
		t.Errorf("a colleague: %d %s", status, body)
	}
}

// All sessions of an operator together have sixteen times the streams of one session.
func TestStreamsOfOneOperatorAreBounded(t *testing.T) {
	t.Parallel()
	k := newKitchen(t, func(o *server.Options) { o.Limits.Streams = 1 })
	for range 16 {
		k.screen(k.as(api.RoleManager), "")
	}
	status, body := k.do(k.as(api.RoleManager), http.MethodGet, api.PathLive, nil, nil)
	if status != http.StatusTooManyRequests || code(t, body) != api.CodeTooMuch {
		t.Errorf("the seventeenth session: %d %s", status, body)
	}
	k.screen(k.as(api.RoleStaff), "")
}

// Small photos have a limit of their own: a list of shops that is scrolled asks for many. The bug: under a path prefix
// they counted as calls, and a person who scrolled a long list was refused every call for a while.
func TestSmallPhotosDoNotCountAsCalls(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) { o.Limits = server.Limits{Calls: 0.001} }) // one call at once
	manager := b.as(api.RoleManager)
	for _, path := range []string{api.PathShops, api.PathThumbnail + "?shop=" + strconv.Itoa(shopID)} {
		if status, body := b.do(manager, http.MethodGet, path, nil, nil); status == http.StatusTooManyRequests {
			t.Errorf("%s: %d %s", path, status, body)
		}
	}
}

// A platform that has no time for the reads of all shops has them slowed down. Bug: only runs slowed down; the reads
// went on at their rate, and the platform refused people's calls among them, such as the acceptance of an order.
func TestReadsOfShopsSlowDown(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) { o.Roster.Off = false }, func(box http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == platform.PathToken {
				box.ServeHTTP(w, r)
				return
			}
			w.WriteHeader(http.StatusTooManyRequests)
			_, _ = io.WriteString(w, `{"code":20008,"message":"slower"}`)
		})
	})
	b.eventually("a call that has to wait", func() bool {
		now := time.Now().UnixMicro()
		at, err := b.store.TakeRate(t.Context(), "platform/"+sandbox.DemoClientID, now, 1)
		return err == nil && at > now+time.Second.Microseconds()/10
	})
}
