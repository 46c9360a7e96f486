package pause_test

import (
	"context"
	"errors"
	"fmt"
	"net/http/httptest"
	"strings"
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
