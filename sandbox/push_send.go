package sandbox

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

const answerShown = 200 // bytes of a receiver's answer in the log

var defaultPusher = &http.Client{
	Timeout:       10 * time.Second,
	CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
}

// runLane sends the shop's pushes that are due, one after the other, until
// there are none.
func (s *Sandbox) runLane(ctx context.Context, shop int64) {
	for {
		s.mu.Lock()
		p := s.post.due(shop, s.now())
		if p == nil || ctx.Err() != nil {
			delete(s.post.busy, shop)
			s.mu.Unlock()
			return
		}
		sent := *p
		s.mu.Unlock()
		attempt, accepted := s.attempt(ctx, sent.URL, s.webhook(&sent))
		if ctx.Err() != nil {
			continue // not the receiver's doing
		}
		s.mu.Lock()
		s.settlePush(p, attempt, accepted)
		s.mu.Unlock()
	}
}

// settlePush notes what came of an attempt. The caller holds the lock.
func (s *Sandbox) settlePush(p *Push, a Attempt, accepted bool) {
	p.Attempts = append(p.Attempts, a)
	switch {
	case accepted && p.copies > 0:
		p.copies--
	case accepted:
		p.State = PushAccepted
	case len(p.Attempts) > pushRetries:
		p.State = PushFailed
	default:
		p.Due = a.At.Add(retryAfter)
	}
	s.logger().Debug("sandbox: push", "event", int(p.EventID), "shop", p.ShopID, "state", string(p.State),
		"status", a.Status)
}

// webhook is the push's packet, signed now: each attempt has its own time.
func (s *Sandbox) webhook(p *Push) []byte {
	message, signed := p.Message, p.Message
	if s.Does(HookCompact) {
		message = spaced(message)
	}
	m := platform.Webhook{
		EventID: p.EventID, AppID: s.appID(), MessageID: p.MessageID, ShopID: p.ShopID,
		Message: signed, Timestamp: s.Now().Unix(),
	}
	secret := s.clientSecret()
	if p.Fault == FaultForged {
		secret += " but wrong"
	}
	address := p.URL
	if s.Does(HookNoURL) {
		address = ""
	}
	m.Sig = platform.SuffixSignature(address, m.SignedFields(), secret)
	m.Message = message
	body, _ := json.Marshal(m) // strings and numbers
	return body
}

// spaced is a JSON text with spaces in it.
func spaced(text string) string {
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", " ") != nil {
		return text
	}
	return out.String()
}

// attempt posts a packet. It is accepted by a status of success and code 0
// (interface 6.2, rule 3).
func (s *Sandbox) attempt(ctx context.Context, address string, packet []byte) (Attempt, bool) {
	a := Attempt{At: s.Now()}
	if s.isCut() {
		a.Error = "the connection is cut"
		return a, false
	}
	request, err := http.NewRequestWithContext(ctx, http.MethodPost, address, bytes.NewReader(packet))
	if err != nil {
		a.Error = err.Error()
		return a, false
	}
	request.Header.Set("Content-Type", "application/json; charset=utf-8")
	response, err := either(s.Pusher, defaultPusher).Do(request)
	if err != nil {
		a.Error = err.Error()
		return a, false
	}
	defer func() { _ = response.Body.Close() }()
	text, err := io.ReadAll(io.LimitReader(response.Body, 64<<10))
	if err != nil {
		a.Error = err.Error()
	}
	a.Status, a.Answer = response.StatusCode, string(text[:min(len(text), answerShown)])
	var answer struct {
		Code    *int           `json:"code"`
		Message string         `json:"message"`
		Data    map[string]any `json:"data"`
	}
	ok := err == nil && response.StatusCode/100 == 2 && json.Unmarshal(text, &answer) == nil && answer.Code != nil &&
		*answer.Code == 0
	return a, ok
}

// Cut breaks every connection for d: calls are dropped and pushes fail. With 0
// they work again.
func (s *Sandbox) Cut(d time.Duration) {
	s.mu.Lock()
	s.cut = s.now().Add(d)
	s.mu.Unlock()
	s.wake()
}

func (s *Sandbox) isCut() bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.now().Before(s.cut)
}
