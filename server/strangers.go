package server

import (
	"bytes"
	"io"
	"net/http"
	"time"

	lru "github.com/hashicorp/golang-lru/v2"
	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// These are the bounds of requests without a session to routes that need none. A sender is a known device or a network
// ([auth.Service.Sender]).
const (
	strangersBody  = 32 << 10 // bytes; no such call needs a quarter of them
	strangersAll   = 128      // requests at once whose body has arrived, of all networks
	strangersOne   = 32       // of one sender at once: an untrusted proxy counts as one network
	strangersEvery = 40 * time.Millisecond
	strangersBurst = 500
	strangersKept  = 4096 // senders remembered
)

var strangersWithin = 10 * time.Second // limit for reading a body

// strangers counts the requests without a session.
type strangers struct {
	rates *lru.Cache[string, *rate.Limiter]
	begun *httpio.Concurrency // of each sender
	whole *httpio.Concurrency // of all networks, once the body has arrived
}

func newStrangers() *strangers {
	rates, _ := lru.New[string, *rate.Limiter](strangersKept) // fails only for a size below 1
	return &strangers{rates, httpio.NewAtOnce(strangersOne, 0, 0), httpio.NewAtOnce(0, 0, strangersAll)}
}

// allow counts a request of a sender, or reports false if there were too many.
func (s *strangers) allow(sender string, now time.Time) bool {
	one, ok := s.rates.Get(sender)
	if !ok {
		one = rate.NewLimiter(rate.Every(strangersEvery), strangersBurst)
		s.rates.Add(sender, one)
	}
	return one.AllowN(now, 1)
}

var errTooManyTries = httpio.RetryAfter(api.CodeSlowDown, "Too many tries. Wait a little and try again.", 1)

// handleStranger handles a request without a session. Before its body has arrived, the request takes a place of its
// sender alone, so that networks which stall their requests hold no place of other networks.
func (s *Server) handleStranger(w http.ResponseWriter, r *http.Request, handle httpio.Func) error {
	sender, known, err := s.auth.Sender(r)
	if err != nil {
		return err
	}
	who := httpio.Caller{Session: sender}
	if !s.strangers.allow(sender, time.Now()) || !s.strangers.begun.Acquire(who) {
		return errTooManyTries
	}
	defer s.strangers.begun.Release(who)
	// A recorder, or a connection of HTTP/2, has no such deadline; then the server's deadline holds.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(strangersWithin))
	body, err := httpio.ReadBody(w, r, strangersBody)
	if err != nil {
		return err
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	if !known {
		if !s.strangers.whole.Acquire(who) {
			return errTooManyTries
		}
		defer s.strangers.whole.Release(who)
	}
	return handle(w, r)
}
