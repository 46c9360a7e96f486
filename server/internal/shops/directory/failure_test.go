package directory

import (
	"context"
	"errors"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
)

// limited is a platform that refuses so many calls first, because there are too many, and a limiter that lets every
// call go.
type limited struct{ refuses int }

func (l *limited) Call(_ context.Context, path string, _ []byte) (platform.Reply, error) {
	if l.refuses--; l.refuses >= 0 {
		return platform.Reply{Status: http.StatusTooManyRequests}, nil
	}
	data := "{}"
	if path == platform.PathSpecialGet {
		data = "[]"
	}
	return platform.Reply{Status: http.StatusOK, Body: []byte(`{"code":0,"data":` + data + `}`)}, nil
}

func (l *limited) Wait(ctx context.Context) error { return ctx.Err() }

// A platform that takes no more calls is asked again, and says nothing of the shop. Bug: a refused call put the shop
// off and marked it in the list as one for which the platform doesn't answer, and three of them stopped the sweep.
func TestSweepWaitsForAPlatformThatTakesNoMoreCalls(t *testing.T) {
	t.Parallel()
	for refuses, want := range map[int]error{9: nil, 1000: errNoTurn} {
		synctest.Test(t, func(t *testing.T) {
			far := &limited{refuses}
			s := &Service{Options: Options{Platform: &platform.Client{Transport: far}, Limiter: far,
				Base: background.Base{Now: time.Now}}}
			if err := s.reads(t.Context(), 1); !errors.Is(err, want) {
				t.Errorf("after %d refusals: %v", refuses, err)
			}
		})
	}
}

func TestFailuresAreNamed(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"no access":        {&platform.Error{Status: http.StatusUnauthorized}, api.ReadNoAccess},
		"no such shop":     {&platform.Error{Status: http.StatusOK, Code: 4}, api.ReadNoShop},
		"not reached":      {&platform.UnreachableError{}, api.ReadNoAnswer},
		"no token to send": {errors.New("no token"), api.ReadNoAccess},
	} {
		if got := failureOf(c.err); got != c.want {
			t.Errorf("%s is told as %q, want %q", name, got, c.want)
		}
	}
}
