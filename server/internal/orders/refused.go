package orders

import (
	"context"
	"encoding/json"
	"errors"
	"regexp"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// refused reads the order after a refusal: if someone else acted first, the refusal is news
// (interface 3.2, rules 2, 3 and 6).
func (s *Service) refused(ctx context.Context, a action, cause error) (api.Acted, error) {
	// The act failed, so changes that the record shows aren't attributed to it.
	if _, err := s.change(ctx, a.ShopID, a.OrderID, func(d *orderUpdate) (bool, error) {
		d.failed(a)
		return true, nil
	}); err != nil {
		return api.Acted{}, httpio.Unavailable(err)
	}
	open := false
	if r, err := s.read(ctx, a.ShopID, a.OrderID); err == nil {
		open = slices.ContainsFunc(r.Refunds, waits)
		if _, err := s.take(ctx, a.ShopID, a.OrderID, r); err != nil {
			return api.Acted{}, httpio.Unavailable(err)
		}
	}
	var news api.Acted
	d, err := s.change(ctx, a.ShopID, a.OrderID, func(d *orderUpdate) (bool, error) {
		if a.Act.Decides() && !open && decidedElsewhere(cause) {
			d.decide(api.RefundDecided, api.ViaElsewhere, "", s.Millis())
		}
		d.settle()
		what, via, by := d.already(a.Act)
		if what == "" {
			return false, nil
		}
		news = api.Acted{State: api.ActNews, News: what, Via: via, By: by}
		text, err := json.Marshal(news)
		if err != nil {
			return false, err
		}
		d.act = a.row(api.ActNews, text, s.Millis())
		d.timeline = []api.TimelineEntry{a.entry(api.ActNews, s.Millis())}
		s.schedule(d)
		return true, nil
	})
	if err != nil {
		return api.Acted{}, httpio.Unavailable(err)
	}
	if news.News != "" {
		news.Order = d.Order
		return news, nil
	}
	answer := upstream.Failure(cause, false)
	var refusal *api.Error
	if errors.As(answer, &refusal) {
		if _, err := s.settled(ctx, a, api.ActRefused, refusal); err != nil {
			return api.Acted{}, httpio.Unavailable(err) // nothing was done
		}
	}
	return api.Acted{}, answer
}

// failed records that the act has ended and changed nothing. What a message told meanwhile was somebody else's act.
func (k *orderState) failed(a action) {
	k.over(a.Act)
	if a.Act == api.ActAccept && k.AcceptedVia == a.via && k.AcceptedBy == a.by() {
		k.AcceptedVia, k.AcceptedBy = api.ViaElsewhere, ""
	}
	if a.Act == api.ActCancel && k.Cancel != nil && k.Cancel.Via == a.via && k.Cancel.By == a.by() {
		k.Cancel.Via, k.Cancel.By = "", ""
	}
}

// waits reports whether the record says that a refund of the customer's waits for an answer.
func waits(r platform.RefundState) bool {
	return r.Applicant != platform.OpMerchant && r.Status == platform.RefundAsked
}

// decidedElsewhere reads the refusal's wording, because the interface shows no code for this case
// (interface 3.2, rule 6; 7.5).
func decidedElsewhere(err error) bool {
	var said *platform.Error
	return errors.As(err, &said) && decidedBefore.MatchString(said.Message)
}

// decidedBefore matches words such as "already approved" and "decided already". A single word tells nothing: "can't be
// processed right now", "already handed to the rider".
var decidedBefore = regexp.MustCompile(`(?i)\balready (?:been )?` + decision + `\b|\b` + decision + ` already\b`)

const decision = `(?:approved|agreed|rejected|refused|declined|decided|processed|handled|settled|refunded)`
