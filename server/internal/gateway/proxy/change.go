package proxy

import (
	"context"
	"net/http"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// changeTimeout bounds the time of a change with all its attempts.
const changeTimeout = 60 * time.Second

// pictureTimeout bounds [Pictures.Check], which may fetch a picture.
const pictureTimeout = 15 * time.Second

// PictureWithin is pictureTimeout, and longer in tests.
var PictureWithin = pictureTimeout

// LongestCall bounds the time of [Proxy.Handle]. To end the turn takes as long as to
// record the outcome.
const LongestCall = pictureTimeout + changeTimeout + 2*background.SaveTimeout

// change sends a change. Once the change is in the audit, it runs to its end even
// if the client leaves, so that every change that was sent is recorded.
func (p *Proxy) change(w http.ResponseWriter, r *http.Request, c call) error {
	p.changes.Begin()
	defer p.changes.End()
	ctx, cancel := background.Finish(r.Context(), changeTimeout)
	defer cancel()

	if base := r.Header.Get(api.HeaderBase); base != "" && c.endpoint.Replaces != "" {
		done, err := p.turn(r.Context(), store.WriteTurn(c.scope.ShopID(), c.endpoint.Path))
		if err != nil {
			return err
		}
		defer done()
		ctx = upstream.ForPerson(ctx) // anew: the wait for the turn doesn't count
		if c.before, err = p.compare(ctx, c, base); err != nil {
			return err
		}
	}
	if err := r.Context().Err(); err != nil {
		return err // the client left before anything was sent
	}
	entry := c.scope.Principal().Entry(c.endpoint.Audit, c.scope.ShopID(), c.body, p.Now())
	entry.Before = c.before
	finish, err := audit.Calls{Audit: p.Audit, Base: p.Base}.Begin(ctx, entry)
	if err != nil {
		return httpio.Caused(errNoStore, err)
	}
	answer, err := p.Upstream.Do(ctx, c.endpoint.Path, c.body)
	v := judge(c.endpoint, answer, err)
	finish(v.outcome, v.detail)
	if v.failure != nil {
		return p.fail(ctx, c, v)
	}
	writeAnswer(w, answer)
	return nil
}

// Wait returns when no change is under way, or when ctx has ended. The server calls
// Wait after it has stopped taking requests.
func (p *Proxy) Wait(ctx context.Context) error { return p.changes.Wait(ctx) }
