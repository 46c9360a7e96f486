package live

import (
	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/internal/api"
)

// reach tells the server how new orders reached this device, for their stories. What a call loses isn't sent again.
func (w *Watch) reach() {
	ring := api.Reach(w.Book.Hush)
	switch w.Book.Hush { //nolint:exhaustive // the others are told as they are
	case api.HushNone:
		ring = api.ReachRang
	case api.HushUnknown, api.HushLost, api.HushEnded:
		return
	}
	if told := w.Book.Reached(ring, w.may); told != "" {
		call := backend.Post[backend.None, backend.None](api.PathOrdersReached + "?told=" + told)
		post(w.ctx, call.To(w.Backend, backend.None{}))
	}
}
