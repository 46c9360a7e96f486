package pause_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/pause"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// cuttable is a replica's way to the store, which can be cut.
type cuttable struct {
	store.Store

	cut atomic.Bool
}

var errCut = errors.New("the store can't be reached")

func (c *cuttable) SavePause(ctx context.Context, p store.Pause) error {
	if c.cut.Load() {
		return errCut
	}
	return c.Store.SavePause(ctx, p)
}

func (c *cuttable) HoldPause(ctx context.Context, shopID, version, until int64) error {
	if c.cut.Load() {
		return errCut
	}
	return c.Store.HoldPause(ctx, shopID, version, until)
}

// pair is two replicas over one store, each before a platform of its own.
type pair struct {
	rows      store.Store
	operators *auth.Service
	way       *cuttable // of the first
	one, two  *pause.Service
}

func newPair(t *testing.T, first, second pause.Platform) *pair {
	t.Helper()
	rows := sqlitetest.Open(t)
	p := &pair{rows: rows, way: &cuttable{Store: rows}}
	p.operators = servertest.Must(auth.New(auth.Config{Store: rows, Demo: true, Insecure: true}))(t)
	if err := errors.Join(rows.PutShops(t.Context(), []store.Shop{{ShopID: shop, Zone: "UTC"}}),
		p.operators.EnsureDemo(t.Context(), []int64{shop})); err != nil {
		t.Fatal(err)
	}
	replica := func(way store.Store, far pause.Platform) *pause.Service {
		return servertest.Must(pause.New(pause.Options{
			Authoriser: p.operators, Pauses: way, Audit: rows, Platform: far,
		}))(t)
	}
	p.one, p.two = replica(p.way, first), replica(rows, second)
	return p
}

// press pauses the shop on the first replica.
func (p *pair) press(t *testing.T) (*httptest.ResponseRecorder, error) {
	t.Helper()
	return p.ask(t, p.one.HandlePause, `{"shopId": "%d", "end": "minutes", "minutes": 30}`)
}

// resume reopens the shop on the first replica.
func (p *pair) resume(t *testing.T) (*httptest.ResponseRecorder, error) {
	t.Helper()
	return p.ask(t, p.one.HandleResume, `{"shopId": "%d"}`)
}

func (p *pair) ask(t *testing.T, handle httpio.Func, body string) (*httptest.ResponseRecorder, error) {
	t.Helper()
	who := servertest.Must(p.operators.ActAs(t.Context(), 1, "", "", nil))(t)
	answer := httptest.NewRecorder()
	return answer, handle(answer, httptest.NewRequestWithContext(who, "POST", api.PathPauses,
		strings.NewReader(fmt.Sprintf(body, shop))))
}

// hanging is a platform that reads at once, and doesn't answer the call to suspend.
type hanging struct {
	slow

	rests    chan struct{}
	underWay atomic.Int64
}

func (h *hanging) Rest(ctx context.Context, _ platform.ShopRef) error {
	h.underWay.Add(1)
	defer h.underWay.Add(-1)
	h.rests <- struct{}{}
	<-ctx.Done()
	return &platform.UnreachableError{Path: platform.PathShopRest, Sent: true, Err: ctx.Err()}
}

// A replica that is killed, or can't reach the store any more, while it pauses a shop is replaced as soon as its lease
// has ended, and its call to the platform has ended by then. The bug: a lease lasted a minute, whatever its holder did.
func TestPauseOfALostReplicaIsTakenOverSoon(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		first := &hanging{slow: slow{status: platform.ShopOperating}, rests: make(chan struct{}, 9)}
		second := &slow{status: platform.ShopOperating}
		p := newPair(t, first, second)
		pressed := make(chan error)
		go func() {
			_, err := p.press(t)
			pressed <- err
		}()
		<-first.rests
		p.way.cut.Store(true)
		time.Sleep(14 * time.Second)
		if err := p.two.Work(t.Context()); err != nil || second.status != platform.ShopOperating {
			t.Errorf("under the lease: %v, %v", second.status, err)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if n := first.underWay.Load(); n != 0 {
			t.Errorf("%d calls of the lost replica are under way after its lease", n)
		}
		if err := p.two.Work(t.Context()); err != nil || second.status != platform.ShopSuspended {
			t.Errorf("after the lease: %v, %v", second.status, err)
		}
		if err := <-pressed; err != nil {
			t.Error(err)
		}
	})
}

// A lease is prolonged while its holder works, so no other replica works beside it.
func TestPauseIsHeldWhileItIsWorkedOn(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		first := &slow{takes: 12 * time.Second, status: platform.ShopOperating}
		second := &slow{status: platform.ShopOperating}
		p := newPair(t, first, second)
		if err := p.rows.SavePause(t.Context(), store.Pause{ShopID: shop, State: store.PauseAsked, DueAt: 1,
			StartedAt: time.Now().UnixMilli()}); err != nil {
			t.Fatal(err)
		}
		worked := make(chan error)
		go func() { worked <- p.one.Work(t.Context()) }()
		synctest.Wait()
		for range 24 {
			time.Sleep(time.Second)
			if err := p.two.Work(t.Context()); err != nil || second.status != platform.ShopOperating {
				t.Fatalf("beside the holder: %v, %v", second.status, err)
			}
		}
		if err := <-worked; err != nil {
			t.Error(err)
		}
		if got := servertest.Must(p.rows.Pause(t.Context(), shop))(t); got.State != store.PausePaused || got.LeaseUntil != 0 {
			t.Errorf("%+v", got)
		}
	})
}

// overtaken is a platform whose read takes so long that another replica has claimed the shop meanwhile.
type overtaken struct {
	slow

	claim func()
	rests int
}

func (o *overtaken) Shop(ctx context.Context, ref platform.ShopRef) (*platform.Shop, error) {
	o.claim()
	return o.slow.Shop(ctx, ref)
}

func (o *overtaken) Rest(context.Context, platform.ShopRef) error {
	o.rests++
	return nil
}

// A replica that stood still, and whose pause another replica has claimed meanwhile, sends nothing.
func TestReplicaThatLostItsLeaseSendsNothing(t *testing.T) {
	t.Parallel()
	far := &overtaken{slow: slow{status: platform.ShopOperating}}
	p := newPair(t, far, far)
	far.claim = func() {
		row := servertest.Must(p.rows.Pause(t.Context(), shop))(t)
		if err := p.rows.SavePause(t.Context(), row); err != nil {
			t.Error(err)
		}
	}
	if err := p.rows.SavePause(t.Context(), store.Pause{ShopID: shop, State: store.PauseAsked, DueAt: 1,
		StartedAt: time.Now().UnixMilli()}); err != nil {
		t.Fatal(err)
	}
	if err := p.one.Work(t.Context()); err != nil || far.rests != 0 {
		t.Errorf("%d calls, %v", far.rests, err)
	}
}

// cutting is a platform that takes a shop's change, after which the replica can't reach the store for a minute.
type cutting struct {
	slow

	way   *cuttable
	calls int
}

func (c *cutting) change(ctx context.Context, call func(context.Context, platform.ShopRef) error) error {
	c.calls++
	c.way.cut.Store(true)
	time.AfterFunc(time.Minute, func() { c.way.cut.Store(false) })
	return call(ctx, platform.ShopRef{ShopID: shop})
}

func (c *cutting) Rest(ctx context.Context, _ platform.ShopRef) error {
	return c.change(ctx, c.slow.Rest)
}
func (c *cutting) Open(ctx context.Context, _ platform.ShopRef) error {
	return c.change(ctx, c.slow.Open)
}

// A change that was made at the platform, but couldn't be saved, is answered as under way, and the worker reads it
// back. The bug: the answer was 503 "try again in a moment", and another press was told that somebody else had paused
// the shop.
func TestChangeThatCouldNotBeSavedIsUnderWay(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		status      platform.ShopStatus
		press       func(p *pair, t *testing.T) (*httptest.ResponseRecorder, error)
		told, ended string
	}{
		"pause":     {platform.ShopOperating, (*pair).press, store.PauseAsked, store.PausePaused},
		"reopening": {platform.ShopSuspended, (*pair).resume, store.PauseResuming, store.PauseEnded},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				far := &cutting{slow: slow{status: tt.status}}
				p := newPair(t, far, far)
				far.way = p.way
				answer, err := tt.press(p, t)
				var got api.Pause
				if err != nil || json.Unmarshal(answer.Body.Bytes(), &got) != nil || got.State != api.PauseState(tt.told) {
					t.Errorf("%v, %s", err, answer.Body)
				}
				if kept := servertest.Must(p.rows.Pause(t.Context(), shop))(t); kept.Version != got.Version {
					t.Errorf("version %d, stored %d", got.Version, kept.Version)
				}
				time.Sleep(15 * time.Second)
				if err := p.two.Work(t.Context()); err != nil {
					t.Error(err)
				}
				kept := servertest.Must(p.rows.Pause(t.Context(), shop))(t)
				if kept.State != tt.ended || far.calls != 1 {
					t.Errorf("%+v after %d calls", kept, far.calls)
				}
			})
		})
	}
}
