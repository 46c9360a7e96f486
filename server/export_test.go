package server

import (
	"context"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/gateway/connect"
	"github.com/shopdesk/shopdesk/server/internal/orders/push"
)

// A machine that stands still for some seconds must fail no test: then the places of stalled strangers aren't free yet,
// the store is ready, a session is still read, and a sign-in at a provider, a look through a consent and a message to a
// push service go on. Package servertest has the same for calls of the platform.
func init() {
	strangersWithin, readyWithin = 3*time.Minute, 3*time.Minute
	answerWithin, push.Within = time.Minute, time.Minute
	auth.LoadWithin, auth.ProviderWithin, connect.LookWithin = time.Minute, time.Minute, time.Minute
}

// Rule is a route of our own API and its access.
type Rule struct {
	Method, Path string
	Access       platform.Permission
}

// Access that takes no role.
const (
	Public   = public
	SignedIn = signedIn
)

// Observe is the outermost middleware.
var Observe = observe

// Rules lists the served routes.
func (s *Server) Rules() []Rule {
	var rules []Rule
	for _, r := range s.calls() {
		rules = append(rules, Rule{r.method, r.path, r.access})
	}
	return rules
}

// Outside lists the routes outside the API, which are open to everybody.
func (s *Server) Outside() []Rule {
	var rules []Rule
	for _, r := range s.outside() {
		rules = append(rules, Rule{r.method, r.path, public})
	}
	return rules
}

// Public is the console's address.
func (s *Server) Public() string { return s.opts.public.String() + s.opts.mount }

// LookForSilent searches for silent devices once, and tells of them.
func (s *Server) LookForSilent(ctx context.Context) error { return s.ring.Work(ctx) }

// SendSummaries sends the daily summaries that are due.
func (s *Server) SendSummaries(ctx context.Context) error { return s.summary.Work(ctx) }
