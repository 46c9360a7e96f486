package sandbox

import (
	"net/http"
	"slices"
	"time"
)

// callsKept is how many calls the log remembers.
const callsKept = 200

// Call is an answered call of the platform's paths. It holds no token.
type Call struct {
	At       time.Time     `json:"at"` // platform time
	Method   string        `json:"method"`
	Path     string        `json:"path"`
	ShopID   int64         `json:"shopId,omitempty"` // 0 when the call got no further
	Status   int           `json:"status"`           // HTTP status, 0 without an answer
	Code     int           `json:"code"`             // the envelope's
	Duration time.Duration `json:"durationNs"`       // real time
	Fault    Kind          `json:"fault,omitempty"`
}

// callLog is a ring of the last calls.
type callLog struct {
	ring [callsKept]Call
	n    int // calls ever
}

// Calls lists the last 200 calls, the newest first.
func (s *Sandbox) Calls() []Call {
	s.mu.Lock()
	defer s.mu.Unlock()
	calls := make([]Call, 0, min(s.calls.n, callsKept))
	for i := max(0, s.calls.n-callsKept); i < s.calls.n; i++ {
		calls = append(calls, s.calls.ring[i%callsKept])
	}
	slices.Reverse(calls)
	return calls
}

func (s *Sandbox) record(r *http.Request, c Call) {
	s.mu.Lock()
	s.calls.ring[s.calls.n%callsKept] = c
	s.calls.n++
	s.mu.Unlock()
	s.logger().DebugContext(r.Context(), "sandbox: call", "method", c.Method, "path", c.Path,
		"shop", c.ShopID, "status", c.Status, "code", c.Code, "duration", c.Duration, "fault", string(c.Fault))
}
