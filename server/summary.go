package server

import (
	"context"
	"fmt"
	"strconv"

	"github.com/shopdesk/shopdesk/server/internal/shops/summary"
)

// metaStops names the moment since which it is kept how long shops took no orders: the first start that kept it.
const metaStops = "stops.since"

// stopsSince reads or sets that moment, in milliseconds of Unix time.
func (s *Server) stopsSince(ctx context.Context) (int64, error) {
	kept, err := s.store.PutMeta(ctx, metaStops, strconv.FormatInt(s.opts.Now().UnixMilli(), 10))
	if err != nil {
		return 0, fmt.Errorf("server: stops: %w", err)
	}
	return strconv.ParseInt(kept, 10, 64)
}

// assembleSummary makes the daily summaries. They are sent by notification, unless notifications are off, and by
// e-mail, if the host gives a mailer.
func (s *Server) assembleSummary() error {
	o := s.opts
	secrets, err := o.Keys.Derive("summary/address")
	if err != nil {
		return err
	}
	with := summary.Options{
		Authoriser: s.auth, Store: o.Store, Figures: s.today.Yesterday, Public: o.public.String() + o.mount,
		Secrets: secrets, Mail: o.Mail, Base: o.base(),
	}
	if !o.Push.Off {
		with.Tell = s.push.TellOperator
	}
	s.summary, err = summary.New(with)
	return err
}
