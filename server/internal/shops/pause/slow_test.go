package pause_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/internal/shops/pause"
	"github.com/shopdesk/shopdesk/server/store"
)

// slow is a platform with one shop, which takes a while for each call.
type slow struct {
	takes  time.Duration
	status platform.ShopStatus
}

func (p *slow) wait(ctx context.Context, path string) error {
	select {
	case <-time.After(p.takes):
		return nil
	case <-ctx.Done():
		return &platform.UnreachableError{Path: path, Sent: true, Err: ctx.Err()}
	}
}

func (p *slow) Shop(ctx context.Context, _ platform.ShopRef) (*platform.Shop, error) {
	return &platform.Shop{ShopID: shop, Status: p.status}, p.wait(ctx, platform.PathShopGet)
}

func (p *slow) Rest(ctx context.Context, _ platform.ShopRef) error {
	p.status = platform.ShopSuspended
	return p.wait(ctx, platform.PathShopRest)
}

func (p *slow) Open(ctx context.Context, _ platform.ShopRef) error {
	p.status = platform.ShopOperating
	return p.wait(ctx, platform.PathShopOpen)
}

// A result is saved also if the platform has used up the time of the calls. The bug: the save shared that time. The
// answer was "Our own storage doesn't answer", the next press was told that nothing was sent, and tries weren't
// counted.
func TestResultOfASlowPlatformIsSaved(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name   string
		takes  time.Duration
		before store.Pause
		state  string
		tries  int64
	}{
		{"suspended", 9 * time.Second, store.Pause{}, store.PausePaused, 0},
		{"not known whether suspended", 13 * time.Second, store.Pause{}, store.PauseAsked, 1},
		{"another end", time.Minute, store.Pause{State: store.PausePaused, Until: 1 << 50}, store.PausePaused, 0},
		{"the worker's call", time.Minute, store.Pause{State: store.PauseAsked, DueAt: 1}, store.PauseAsked, 1},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				ctx, rows := t.Context(), sqlitetest.Open(t)
				operators := servertest.Must(auth.New(auth.Config{Store: rows, Demo: true, Insecure: true}))(t)
				service := servertest.Must(pause.New(pause.Options{
					Authoriser: operators, Pauses: rows, Audit: rows,
					Platform: &slow{takes: tt.takes, status: platform.ShopOperating},
				}))(t)
				version := 0
				tt.before.ShopID = shop
				err := errors.Join(rows.PutShops(ctx, []store.Shop{{ShopID: shop, Zone: "UTC"}}),
					operators.EnsureDemo(ctx, []int64{shop}))
				if tt.before.State != "" {
					version = 1
					err = errors.Join(err, rows.SavePause(ctx, tt.before))
				}
				if err != nil {
					t.Fatal(err)
				}
				if tt.before.DueAt > 0 {
					err = service.Work(ctx)
				} else {
					who := servertest.Must(operators.ActAs(ctx, 1, "", "", nil))(t)
					body := fmt.Sprintf(`{"shopId": "%d", "version": %d, "end": "minutes", "minutes": 30}`, shop, version)
					request := httptest.NewRequestWithContext(who, "POST", api.PathPauses, strings.NewReader(body))
					err = service.HandlePause(httptest.NewRecorder(), request)
				}
				p := servertest.Must(rows.Pause(ctx, shop))(t)
				if err != nil || p.State != tt.state || p.Tries != tt.tries || p.LeaseUntil != 0 {
					t.Errorf("%+v, %v", p, err)
				}
			})
		})
	}
}

// limited is a platform that takes ten calls a second, and refuses the others.
type limited struct {
	mu     sync.Mutex
	second time.Time
	taken  int
	closed map[int64]bool
}

// call makes a call for which there is room.
func (p *limited) call(path string, do func()) error {
	time.Sleep(50 * time.Millisecond)
	p.mu.Lock()
	defer p.mu.Unlock()
	if second := time.Now().Truncate(time.Second); second != p.second {
		p.second, p.taken = second, 0
	}
	if p.taken++; p.taken > 10 {
		return &platform.Error{Path: path, Status: http.StatusTooManyRequests, Malformed: true}
	}
	do()
	return nil
}

func (p *limited) Shop(_ context.Context, ref platform.ShopRef) (*platform.Shop, error) {
	s := &platform.Shop{ShopID: ref.ShopID, Status: platform.ShopOperating}
	return s, p.call(platform.PathShopGet, func() {
		if p.closed[ref.ShopID] {
			s.Status = platform.ShopSuspended
		}
	})
}

func (p *limited) Rest(context.Context, platform.ShopRef) error { return nil }

func (p *limited) Open(_ context.Context, ref platform.ShopRef) error {
	return p.call(platform.PathShopOpen, func() { delete(p.closed, ref.ShopID) })
}

// The pauses of a chain's shops end together. The bug: a platform that takes so many calls a second refused most of
// them, each shop waited longer after each refusal, and the last ones opened many minutes late.
func TestPausesThatEndTogetherEndOnALimitedPlatform(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, rows, far := t.Context(), sqlitetest.Open(t), &limited{closed: map[int64]bool{}}
		operators := servertest.Must(auth.New(auth.Config{Store: rows, Demo: true, Insecure: true}))(t)
		service := servertest.Must(pause.New(pause.Options{Authoriser: operators, Pauses: rows, Audit: rows,
			Platform: far}))(t)
		for id := int64(1); id <= 100; id++ {
			far.closed[id] = true
			if err := rows.SavePause(ctx, store.Pause{ShopID: id, State: store.PausePaused, Until: 1, DueAt: 1,
				Seen: "4/0/0"}); err != nil {
				t.Fatal(err)
			}
		}
		running, stop := context.WithCancel(ctx)
		go service.Run(running)
		time.Sleep(time.Minute)
		stop()
		synctest.Wait()
		if n := len(far.closed); n > 0 {
			t.Errorf("%d shops are still closed after a minute", n)
		}
	})
}

// A person's pause waits for a platform that takes no more calls. Bug: such an answer to its read was the answer, and
// a person who paused the shop in a rush had to press again until a call of the platform was free.
func TestPauseWaitsForALimitedPlatform(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, rows := t.Context(), sqlitetest.Open(t)
		far := &limited{closed: map[int64]bool{}, second: time.Now().Truncate(time.Second), taken: 10}
		operators := servertest.Must(auth.New(auth.Config{Store: rows, Demo: true, Insecure: true}))(t)
		service := servertest.Must(pause.New(pause.Options{Authoriser: operators, Pauses: rows, Audit: rows,
			Platform: far}))(t)
		err := errors.Join(rows.PutShops(ctx, []store.Shop{{ShopID: shop, Zone: "UTC"}}),
			operators.EnsureDemo(ctx, []int64{shop}))
		if err != nil {
			t.Fatal(err)
		}
		who := servertest.Must(operators.ActAs(ctx, 1, "", "", nil))(t)
		body := fmt.Sprintf(`{"shopId": "%d", "end": "minutes", "minutes": 30}`, shop)
		err = service.HandlePause(httptest.NewRecorder(),
			httptest.NewRequestWithContext(who, "POST", api.PathPauses, strings.NewReader(body)))
		if err != nil {
			t.Fatal(err)
		}
		if p := servertest.Must(rows.Pause(ctx, shop))(t); p.State != store.PausePaused {
			t.Errorf("%+v", p)
		}
	})
}
