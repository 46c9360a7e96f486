package server

import (
	"net/http"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// These are the bounds of requests to routes that need no sign-in. They are checked before a byte of the body is
// read.
const (
	strangersBody  = 32 << 10 // bytes; no such call needs a quarter of them
	strangersAll   = 128      // requests at once
	strangersOne   = 32       // of one network at once: an untrusted proxy counts as one network
	strangersEvery = 40 * time.Millisecond
	strangersBurst = 500
	strangersKept  = 4096 // networks remembered
)

var strangersWithin = 10 * time.Second // limit for reading a body

// anonymousLimits counts the requests without a session.
type anonymousLimits struct {
	mu       sync.Mutex
	all      int
	networks map[netip.Prefix]*anonymousNetwork
}

type anonymousNetwork struct {
	now  int
	rate *rate.Limiter
}

func newStrangers() *anonymousLimits {
	return &anonymousLimits{networks: map[netip.Prefix]*anonymousNetwork{}}
}

// enter admits a request, or returns how long to wait. leave ends the request.
func (s *anonymousLimits) enter(from netip.Prefix) (leave func(), wait time.Duration) {
	s.mu.Lock()
	defer s.mu.Unlock()
	one := s.networks[from]
	if one == nil {
		if len(s.networks) >= strangersKept {
			s.forget()
		}
		one = &anonymousNetwork{rate: rate.NewLimiter(rate.Every(strangersEvery), strangersBurst)}
		s.networks[from] = one
	}
	if s.all >= strangersAll || one.now >= strangersOne || !one.rate.Allow() {
		return nil, time.Second
	}
	s.all++
	one.now++
	return func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.all--
		one.now--
	}, 0
}

// forget drops the networks without an open request. At most strangersAll networks have one.
func (s *anonymousLimits) forget() {
	for network, one := range s.networks {
		if one.now == 0 {
			delete(s.networks, network)
		}
	}
}

// admitStranger admits a request with a body and without a session.
func (s *Server) admitStranger(w http.ResponseWriter, r *http.Request) (leave func(), err error) {
	leave, wait := s.strangers.enter(s.auth.ClientNetwork(r))
	if wait > 0 {
		return nil, httpio.RetryAfter(api.CodeSlowDown, "Too many tries. Wait a little and try again.", int(wait.Seconds()))
	}
	// A recorder, or a connection of HTTP/2, has no such deadline; then the server's deadline holds.
	_ = http.NewResponseController(w).SetReadDeadline(time.Now().Add(strangersWithin))
	r.Body = http.MaxBytesReader(w, r.Body, strangersBody)
	return leave, nil
}
