package token

import (
	"time"

	"github.com/shopdesk/shopdesk/server/internal/background"
)

// held is a token in use. Times are milliseconds of Unix time, which pass while the
// machine sleeps, unlike the monotonic clock.
type held struct {
	access  Secret
	issued  int64
	expires int64
	until   int64 // last moment to present the token, before it expires
	renew   int64 // due for renewal
}

func (h *held) usable(now int64) bool { return h != nil && now < h.until }

// margin is the time before its end in which a token isn't presented, because calls
// take time and clocks differ.
const margin = 30 * time.Second

func newHeld(access Secret, issued, expires int64, jitter float64) *held {
	life := expires - issued
	spread := 0.9 + 0.2*jitter
	return &held{
		access:  access,
		issued:  issued,
		expires: expires,
		until:   expires - min(life/10, margin.Milliseconds()),
		renew:   issued + int64(float64(life)/2*spread),
	}
}

// The distance between tries doubles from minBackoff to maxBackoff.
const (
	minBackoff = 5 * time.Second
	maxBackoff = 5 * time.Minute
)

func backoff(failures int64, jitter float64) time.Duration {
	return time.Duration(float64(background.Backoff(minBackoff, maxBackoff, failures)) * (0.9 + 0.2*jitter))
}
