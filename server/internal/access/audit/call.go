package audit

import (
	"context"

	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// Calls writes the audit of calls to the platform. All fields are required.
type Calls struct {
	Audit store.Audit
	background.Base
}

// Begin writes the intent of a call. Without the intent no call is made. finish
// records the outcome, also after ctx has ended. If the store fails then, the row
// stays an intent, which reads as unknown, and the outcome is in the log.
func (c Calls) Begin(ctx context.Context, e store.Entry) (finish func(outcome, detail string), err error) {
	id, err := c.Audit.Begin(ctx, e)
	if err != nil {
		return nil, err
	}
	return func(outcome, detail string) {
		ctx, cancel := background.Finish(ctx, background.SaveWithin)
		defer cancel()
		if err := c.Audit.Finish(ctx, id, outcome, detail, c.Millis()); err != nil {
			c.Logger.ErrorContext(ctx, "outcome not recorded", "audit", id, "outcome", outcome, "detail", detail,
				"action", e.Action, "shop", e.ShopID, "request", httpio.RequestID(ctx), "err", err)
		}
	}, nil
}
