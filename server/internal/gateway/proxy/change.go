package proxy

import (
	"context"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	changeTimeout = 60 * time.Second // time of a change with all its attempts
	auditTimeout  = 10 * time.Second // time to record the outcome, and time to end the turn
)

// pictureTimeout bounds [Pictures.Check], which may fetch a picture.
const pictureTimeout = 15 * time.Second

// LongestCall bounds the time of [Proxy.Handle].
const LongestCall = pictureTimeout + changeTimeout + 2*auditTimeout

// change sends a change. Once the change is in the audit, it runs to its end even
// if the client leaves, so that every change that was sent is recorded.
func (p *Proxy) change(w http.ResponseWriter, r *http.Request, c call) error {
	p.changes.Begin()
	defer p.changes.End()
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), changeTimeout)
	defer cancel()

	if base := r.Header.Get(api.HeaderBase); base != "" && c.endpoint.Replaces != "" {
		done, err := p.turns.take(r.Context(), store.WriteTurn(c.scope.ShopID(), c.endpoint.Path))
		if err != nil {
			return err
		}
		defer done()
		if c.before, err = p.compare(ctx, c, base); err != nil {
			return err
		}
	}
	if err := r.Context().Err(); err != nil {
		return err // the client left before anything was sent
	}
	id, err := p.audit.Begin(ctx, p.entry(c))
	if err != nil {
		p.log.ErrorContext(ctx, "change not sent: audit failed", "path", c.endpoint.Path,
			"shop", c.scope.ShopID(), "request", httpio.RequestID(ctx), "err", err)
		return errNoStore
	}
	answer, err := p.upstream.Do(ctx, c.endpoint.Path, c.body)
	v := judge(c.endpoint, answer, err)
	p.finish(ctx, id, c, v)
	if v.failure != nil {
		return p.fail(ctx, c, v)
	}
	pass(w, answer)
	return nil
}

func (p *Proxy) entry(c call) store.Entry {
	who := c.scope.Principal()
	return store.Entry{
		At:         p.now().UnixMilli(),
		OperatorID: who.OperatorID,
		Operator:   who.Name,
		Address:    who.Address,
		ShopID:     c.scope.ShopID(),
		Action:     c.endpoint.Audit,
		Request:    c.body,
		Before:     c.before,
		Outcome:    store.OutcomeIntent,
	}
}

// finish records the outcome. If the store fails, the row stays an intent, which
// reads as unknown, and the outcome is in the log.
func (p *Proxy) finish(ctx context.Context, id int64, c call, v verdict) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), auditTimeout)
	defer cancel()
	if err := p.audit.Finish(ctx, id, v.outcome, v.detail, p.now().UnixMilli()); err != nil {
		p.log.ErrorContext(ctx, "outcome not recorded", "audit", id, "outcome", v.outcome, "detail", v.detail,
			"path", c.endpoint.Path, "shop", c.scope.ShopID(), "request", httpio.RequestID(ctx), "err", err)
	}
}

// Wait returns when no change is under way, or when ctx has ended. The server calls
// Wait after it has stopped taking requests.
func (p *Proxy) Wait(ctx context.Context) error { return p.changes.Wait(ctx) }
