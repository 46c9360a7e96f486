package directory

import (
	"errors"
	"net/http"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// A throttled read once showed the shop as one without access.
func TestThrottledReadIsNoLostAccess(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		err  error
		want string
	}{
		"too many calls":   {&platform.Error{Status: http.StatusTooManyRequests}, api.ReadNoAnswer},
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
