package token_test

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

var errDisk = errors.New("disk full")

func TestTokenIsStoredSealedAndUsedAfterARestart(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		i, m := newIssuer(t), &memory{}
		first := get(t, newKeeper(t, i, m, &logs{}))
		if c := m.stored(); c.ID != "app" || strings.Contains(c.SealedAccess, first) ||
			c.ExpiresAt-c.IssuedAt != time.Hour.Milliseconds() {
			t.Errorf("stored %+v", c)
		}
		if again := get(t, newKeeper(t, i, m, &logs{})); again != first || len(i.calls()) != 1 {
			t.Error("a restart asked for another token")
		}
		time.Sleep(40 * time.Minute) // past half life: a restart renews at once
		ctx, stop := context.WithCancel(t.Context())
		late := newKeeper(t, i, m, &logs{})
		go late.Run(ctx)
		synctest.Wait()
		if get(t, late) == first || len(i.calls()) != 2 {
			t.Error("a token past half its life wasn't renewed at the start")
		}
		stop()
		synctest.Wait()
	})
}

// A start after a stop that was longer than a token's life tells of that token only once its renewal has failed. The
// bug: each such start began with an error for a token that it renewed four seconds later.
func TestStartAfterALongStopTellsOfAFailedRenewalOnly(t *testing.T) {
	t.Parallel()
	for name, down := range map[string]bool{"the platform answers": false, "the platform is down": true} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				i, m, log := newIssuer(t), &memory{}, &logs{}
				get(t, newKeeper(t, i, m, &logs{}))
				time.Sleep(91 * time.Hour)
				if down {
					i.answer = func(_ int, w http.ResponseWriter) bool { w.WriteHeader(http.StatusBadGateway); return true }
				}
				ctx, stop := context.WithCancel(t.Context())
				go newKeeper(t, i, m, log).Run(ctx)
				time.Sleep(time.Minute)
				stop()
				synctest.Wait()
				told := strings.Count(log.String(), `msg="a connection's access has ended and it wasn't renewed"`)
				if want := map[bool]int{true: 1}[down]; told != want || strings.Contains(log.String(), "=-") {
					t.Errorf("told %d times, want %d:\n%s", told, want, log)
				}
				if !down && strings.Contains(log.String(), "level=ERROR") {
					t.Errorf("an error:\n%s", log)
				}
			})
		})
	}
}

func TestTwoVaultsShareOneToken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		i, m := newIssuer(t), &memory{}
		one, two := newKeeper(t, i, m, &logs{}), newKeeper(t, i, m, &logs{})
		if get(t, one) != get(t, two) || len(i.calls()) != 1 {
			t.Error("the second keeper didn't take over the first one's token")
		}
		old := get(t, one)
		one.Refused(t.Context(), 1, old)
		fresh := get(t, one)
		two.Refused(t.Context(), 1, old)
		if got := get(t, two); got != fresh || len(i.calls()) != 2 {
			t.Errorf("after a refusal they use %q and %q, %d calls", fresh, got, len(i.calls()))
		}
	})
}

// Two vaults renew at the same time; the slower one drops its own token and uses
// the other's.
func TestSlowerOfTwoVaultsUsesTheOthersToken(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		i, m := newIssuer(t), &memory{}
		sealed, _ := boxes{"key"}.Seal([]byte("access-token-of-the-other"), "connections/app/access")
		m.before = func() {
			m.before = nil
			now := time.Now().UnixMilli()
			err := m.SaveConnection(t.Context(), store.Connection{ID: "app", SealedAccess: sealed, IssuedAt: now,
				ExpiresAt: now + 3600_000})
			if err != nil {
				t.Error(err)
			}
		}
		if got := get(t, newKeeper(t, i, m, &logs{})); got != "access-token-of-the-other" {
			t.Errorf("token %q, want the other replica's", got)
		}
	})
}

func TestFailingStoreTakesNoTokenAway(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		name          string
		reads, writes error
	}{
		{"reading", errDisk, nil},
		{"writing", nil, errDisk},
		{"both", errDisk, errDisk},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			synctest.Test(t, func(t *testing.T) {
				i, m := newIssuer(t), &memory{}
				m.fail(test.reads, test.writes)
				k := newKeeper(t, i, m, &logs{})
				ctx, stop := context.WithCancel(t.Context())
				go k.Run(ctx)
				synctest.Wait()
				access := get(t, k)
				time.Sleep(10 * time.Minute)
				m.fail(nil, nil)
				time.Sleep(6 * time.Minute)
				if get(t, k) != access || len(i.calls()) != 1 {
					t.Error("the token was given up")
				}
				if m.stored().Version != 1 {
					t.Errorf("not stored after the store came back: %+v", k.Status())
				}
				stop()
				synctest.Wait()
			})
		})
	}
}

// A stored token that doesn't open, because of another key or a moved row, is
// replaced.
func TestStoredTokenThatDoesNotOpenIsReplaced(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		i, m := newIssuer(t), &memory{}
		now := time.Now().UnixMilli()
		sealed, _ := boxes{"key"}.Seal([]byte("access-token-x"), "connections/other/access")
		m.c = store.Connection{ID: "app", SealedAccess: sealed, IssuedAt: now, ExpiresAt: now + 3600_000, Version: 7}
		if got := get(t, newKeeper(t, i, m, &logs{})); got != "access-token-1" || m.stored().Version != 8 {
			t.Errorf("token %q, stored version %d", got, m.stored().Version)
		}
	})
}
