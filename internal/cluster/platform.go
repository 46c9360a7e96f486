package main

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"math/rand/v2"
	"net/http"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// pusher sends the sandbox's messages and notes which were answered with code 0.
type pusher struct {
	next   http.RoundTripper
	ledger *ledger
}

// RoundTrip sends a message. The sandbox reads the same answer.
func (p pusher) RoundTrip(r *http.Request) (*http.Response, error) {
	packet, err := io.ReadAll(r.Body)
	if err != nil {
		return nil, err
	}
	_ = r.Body.Close()
	r = r.Clone(r.Context())
	r.Body = io.NopCloser(bytes.NewReader(packet))
	response, err := p.next.RoundTrip(r)
	if err != nil {
		return nil, err
	}
	text, err := io.ReadAll(response.Body)
	_ = response.Body.Close()
	if err != nil {
		return nil, err
	}
	response.Body = io.NopCloser(bytes.NewReader(text))
	var answer struct {
		Code *int `json:"code"`
	}
	var sent platform.Webhook
	if response.StatusCode != http.StatusOK || json.Unmarshal(text, &answer) != nil || answer.Code == nil ||
		*answer.Code != 0 || json.Unmarshal(packet, &sent) != nil || sent.MessageID == "" {
		return response, nil
	}
	var about platform.OrderEvent
	if sent.EventID == platform.EventOrderPlaced && json.Unmarshal([]byte(sent.Message), &about) != nil {
		p.ledger.problem("the sandbox's own message can't be read")
	}
	p.ledger.acked(sent.MessageID, sent.ShopID, about.OrderViewID)
	return response, nil
}

// tokenGuard looks at the refresh tokens that the console presents. One that was presented and answered before must
// not come again: a platform takes it as stolen. One whose answer was lost, because the console was killed in the
// middle of the call, is tried once more before the merchant is asked for a new consent; it is counted apart.
type tokenGuard struct {
	next   http.Handler
	ledger *ledger

	mu   sync.Mutex
	used map[string]*presentation
	n    int // refresh tokens that were presented
	lost int // of them, again because the first answer was lost
}

// presentation is a call with a refresh token.
type presentation struct {
	from, to time.Time // to is zero until the handler has answered
	lost     bool      // the answer didn't go out
}

// unsaved is how long the console may take to save the tokens of an answer. A fault within it loses the answer.
const unsaved = time.Second

func (g *tokenGuard) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	if r.URL.Path != platform.PathToken {
		g.next.ServeHTTP(w, r)
		return
	}
	body, err := io.ReadAll(io.LimitReader(r.Body, 1<<20))
	if err != nil {
		return // the caller was killed
	}
	r.Body = io.NopCloser(bytes.NewReader(body))
	var asked struct {
		Grant string `json:"grant_type"`
		Token string `json:"refresh_token"`
	}
	if json.Unmarshal(body, &asked) != nil || asked.Grant != platform.GrantRefresh {
		g.next.ServeHTTP(w, r)
		return
	}
	end := g.begin(asked.Token)
	out := false
	defer func() { end(out) }() // also when the handler breaks the answer off
	g.next.ServeHTTP(w, r)
	out = r.Context().Err() == nil && http.NewResponseController(w).Flush() == nil
}

// begin notes that a refresh token is presented, and judges one that was presented before. end notes whether the answer
// went out.
func (g *tokenGuard) begin(token string) (end func(out bool)) {
	g.mu.Lock()
	defer g.mu.Unlock()
	now := g.ledger.now()
	if before := g.used[token]; before != nil {
		to := before.to
		if to.IsZero() {
			to = now
		}
		if before.lost || g.ledger.disturbed(before.from, to.Add(unsaved), 0) {
			g.lost++
		} else {
			g.ledger.problem("a used refresh token was presented")
		}
	}
	p := &presentation{from: now}
	g.used[token] = p
	g.n++
	return func(out bool) {
		g.mu.Lock()
		defer g.mu.Unlock()
		p.to, p.lost = g.ledger.now(), !out
	}
}

// count returns how many refresh tokens were presented, and how many of them again because the first answer was lost.
func (g *tokenGuard) count() (n, lost int) {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.n, g.lost
}

// flow places orders, so many a minute, at shops that are drawn, until ctx ends.
func (c *cluster) flow(ctx context.Context) {
	shops := c.box.Directory()
	tick := time.NewTicker(time.Minute / time.Duration(c.perMinute))
	defer tick.Stop()
	for {
		select {
		case <-ctx.Done():
			return
		case <-tick.C:
		}
		if c.paused.Load() {
			continue
		}
		shop := shops[rand.IntN(len(shops))].ShopID
		id, err := c.box.Place(sandbox.Placement{ShopID: shop, Planned: true})
		if err != nil {
			continue // the shop is suspended
		}
		c.ledger.placed(shop, id)
	}
}
