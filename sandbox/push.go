package sandbox

import (
	"crypto/rand"
	"encoding/json"
	"slices"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// PushState is what came of a push.
type PushState string

// The states of a push.
const (
	PushWaiting  PushState = "waiting"  // for its time, or for a retry
	PushAccepted PushState = "accepted" // the receiver answered code 0
	PushFailed   PushState = "failed"   // given up after the retries
	PushLost     PushState = "lost"     // never sent: an injected gap
)

// Push is a webhook message on its way or sent (interface 6). Times are the
// platform's.
type Push struct {
	ID          int            `json:"id"`
	MessageID   string         `json:"messageId"`
	EventID     platform.Event `json:"eventId"`
	ShopID      int64          `json:"shopId"`
	OrderViewID int64          `json:"orderViewId,omitempty"`
	URL         string         `json:"url"`
	Message     string         `json:"message"` // the JSON text
	At          time.Time      `json:"at"`
	Due         time.Time      `json:"due"` // of the next attempt
	State       PushState      `json:"state"`
	Fault       Kind           `json:"fault,omitempty"`
	Attempts    []Attempt      `json:"attempts"`

	copies int // to send again although it was accepted
}

// Attempt is one sending of a push.
type Attempt struct {
	At     time.Time `json:"at"`
	Status int       `json:"status,omitempty"` // HTTP, 0 without an answer
	Answer string    `json:"answer,omitempty"` // the receiver's, shortened
	Error  string    `json:"error,omitempty"`
}

const (
	pushesKept    = 500
	pushRetries   = 3           // interface 6.2, rule 4
	retryAfter    = time.Minute // the same
	lateByDefault = 30 * time.Second
)

// postbox holds the pushes. The sandbox's lock guards it. Pushes don't survive
// a restart of the sandbox: a receiver has a gap then.
type postbox struct {
	pushes   []*Push
	lastID   int
	busy     map[int64]bool // shops whose pushes are being sent, one after the other
	beating  bool
	nextBeat time.Time
	beats    map[string]Attempt // the last heartbeat by URL
}

func (p *postbox) clear() {
	p.pushes, p.beats, p.nextBeat = nil, nil, time.Time{}
}

// announce puts an event on its way, if anybody listens and may hear of the
// shop. The caller holds the lock.
func (s *Sandbox) announce(shopID, orderID int64, n news) {
	event := n.event
	if event == eventReady { // nobody can register for an event that isn't documented
		event = platform.EventOrderAccepted
	}
	address := s.callbackFor(event)
	at, ok := s.index[shopID]
	if address == "" || !ok || !s.state.Shops[at].Authorised {
		return
	}
	text, err := json.Marshal(n.message)
	if err != nil {
		s.logger().Error("sandbox: push", "error", err)
		return
	}
	text = s.dressJSON(text)
	now := s.now()
	s.post.lastID++
	p := &Push{
		ID: s.post.lastID, MessageID: rand.Text(), EventID: n.event, ShopID: shopID, OrderViewID: orderID,
		URL: address, Message: string(text), At: now, Due: now, State: PushWaiting, Attempts: []Attempt{},
	}
	fault := s.takePushFault(n.event)
	p.Fault = fault.Kind
	switch fault.Kind { //nolint:exhaustive // the others are for calls
	case FaultLost:
		p.State = PushLost
	case FaultTwice:
		p.copies = 1
	case FaultLate:
		p.Due = now.Add(either(fault.Delay, lateByDefault))
	case FaultForged: // webhook() signs it
	}
	s.post.pushes = append(s.post.pushes, p)
	s.post.forget()
}

// forget drops the oldest pushes that are settled above the bound.
func (p *postbox) forget() {
	over := len(p.pushes) - pushesKept
	if over <= 0 {
		return
	}
	p.pushes = slices.DeleteFunc(p.pushes, func(old *Push) bool {
		drop := over > 0 && old.State != PushWaiting
		if drop {
			over--
		}
		return drop
	})
}

// due is the shop's next push to send now, nil for none.
func (p *postbox) due(shop int64, now time.Time) *Push {
	var next *Push
	for _, q := range p.pushes {
		if q.ShopID == shop && q.State == PushWaiting && !q.Due.After(now) && (next == nil || q.Due.Before(next.Due)) {
			next = q
		}
	}
	return next
}

// Pushes lists the last pushes, the newest first.
func (s *Sandbox) Pushes() []Push {
	if s.Load() != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	list := make([]Push, 0, len(s.post.pushes))
	for _, p := range slices.Backward(s.post.pushes) {
		q := *p
		q.Attempts = slices.Clone(p.Attempts)
		list = append(list, q)
	}
	return list
}
