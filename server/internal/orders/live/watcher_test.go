package live

import (
	"context"
	"net/http"
	"net/http/httptest"
	"runtime"
	"testing"
	"weak"

	"github.com/shopdesk/shopdesk/server/internal/access/auth"
)

type anybody struct{ auth.Authoriser }

func (anybody) Reauthenticator(*http.Request) func(context.Context) (context.Context, *auth.Principal, error) {
	return nil
}

// A stream lives for hours, and there are thousands: what asks again who reads it keeps nothing of the request that
// began it. Bug: that of one shop's board kept the request, 2 KB.
func TestStreamKeepsNothingOfItsRequest(t *testing.T) {
	t.Parallel()
	s := &Service{Options: Options{Authoriser: anybody{}}}
	for _, address := range []string{"/", "/?shop=1"} {
		r := httptest.NewRequest(http.MethodGet, address, nil)
		request := weak.Make(r)
		again := s.watcher(r)
		runtime.GC()
		if request.Value() != nil {
			t.Errorf("%s: the request is kept", address)
		}
		runtime.KeepAlive(again)
	}
}
