package server

import "github.com/shopdesk/shopdesk/server/internal/shops/summary"

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
		Secrets: secrets, Mail: o.Mail, Now: o.Now, Logger: s.log,
	}
	if !o.Push.Off {
		with.Tell = s.push.TellOperator
	}
	s.summary, err = summary.New(with)
	return err
}
