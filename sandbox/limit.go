package sandbox

import (
	"fmt"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// MaxLimit bounds [Sandbox.SetLimit].
const MaxLimit = 100_000

// limit is how many calls a second the application may make. The interface
// shows no limits (8): that there is one, for all calls together, and what the
// refusal looks like, is assumed.
type limit struct {
	mu        sync.Mutex
	perSecond float64
	left      float64 // calls, up to those of one second
	at        time.Time
}

// SetLimit has calls above so many a second refused with HTTP 429 and
// CodeTooMany, all paths together but for tokens; 0 ends that. A second's worth
// may come at once. It goes by real time, and isn't kept across restarts.
func (s *Sandbox) SetLimit(perSecond float64) error {
	if !(perSecond >= 0 && perSecond <= MaxLimit) {
		return fmt.Errorf("%w: the limit must be from 0 to %d calls a second", ErrInvalid, MaxLimit)
	}
	s.limit.mu.Lock()
	defer s.limit.mu.Unlock()
	s.limit.perSecond, s.limit.left, s.limit.at = perSecond, max(1, perSecond), time.Now()
	return nil
}

// tooMany is the refusal of a call above the limit, nil for one below.
func (s *Sandbox) tooMany(path string) *failure {
	if slices.Contains([]string{pathTokenShort, platform.PathToken}, path) {
		return nil
	}
	l := &s.limit
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.perSecond == 0 {
		return nil
	}
	now := time.Now()
	l.left = min(max(1, l.perSecond), l.left+now.Sub(l.at).Seconds()*l.perSecond)
	l.at = now
	if l.left < 1 {
		return fail(http.StatusTooManyRequests, CodeTooMany,
			"There are too many calls: %g a second are allowed.", l.perSecond)
	}
	l.left--
	return nil
}
