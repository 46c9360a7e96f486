package server

import (
	"context"

	"github.com/shopdesk/shopdesk/server/internal/orders/push"
	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
)

// assemblePush makes the notifications to devices where the console isn't in view.
func (s *Server) assemblePush(ctx context.Context) error {
	o := s.opts
	sealer, err := o.Keys.Sub("push")
	if err != nil {
		return err
	}
	contact := o.public.String() + o.mount
	if o.public.Scheme == "http" {
		contact = "nobody@" + o.public.Hostname() // on loopback there is no contact to reach
	}
	s.push, err = push.New(ctx, push.Options{
		Authoriser: s.auth, Store: o.Store, Sealer: sealer, Sender: fetch.New(fetch.Options{Loopback: o.Demo, Keep: true}),
		Contact: contact, Off: o.Push.Off, More: o.Push.Services, Loopback: o.Demo, Delay: o.Push.Delay,
		Now: o.Now, Logger: s.log,
	})
	return err
}

// sessionMoved gives a session's subscriptions to its new name.
func (s *Server) sessionMoved(ctx context.Context, from, to string) {
	s.push.SessionRenamed(ctx, from, to)
}
