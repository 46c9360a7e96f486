package orders

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// soon is when an order is read again whose act has an unknown outcome.
const soon = 5 * time.Second

// send makes the call, with its two marks in the audit, and keeps what came of
// it. It sends nothing that isn't in the audit before.
func (s *Service) send(ctx context.Context, a asked) (api.Acted, error) {
	_, action, _ := permission(a.Act)
	body, err := json.Marshal(a.ActOrder)
	if err != nil {
		return api.Acted{}, err
	}
	id, err := s.o.Audit.Begin(ctx, store.Entry{
		At: s.millis(), OperatorID: a.operatorID, Operator: a.operator, Address: a.address, ShopID: a.ShopID, Action: action, Request: body,
	})
	if err != nil {
		return api.Acted{}, unavailable(err)
	}
	finish := func(outcome, detail string) {
		if err := s.o.Audit.Finish(context.WithoutCancel(ctx), id, outcome, detail, s.millis()); err != nil {
			s.log.ErrorContext(ctx, "orders: outcome not recorded", "audit", id, "order", a.OrderID, "outcome", outcome, "err", err)
		}
	}
	if _, err := s.change(ctx, a.ShopID, a.OrderID, func(d *draft) (bool, error) {
		d.Doing = &api.OrderDoing{Act: a.Act, Via: a.via, By: a.by(), Since: s.millis()}
		d.Unknown, d.Tried = a.Act, d.Doing // until the answer is here: this process may end
		d.act = a.row(api.ActSent, nil, s.millis())
		return true, nil
	}); err != nil {
		finish(store.OutcomeRefused, "not sent: our store failed")
		return api.Acted{}, unavailable(err)
	}
	err = s.call(ctx, a)
	ctx = context.WithoutCancel(ctx)
	what, detail := judge(err)
	switch what {
	case done:
		acted, saving := s.settled(ctx, a, api.ActDone, nil)
		finish(store.OutcomeDone, "")
		return acted, saving
	case absent:
		finish(store.OutcomeRefused, detail)
		if _, saving := s.change(ctx, a.ShopID, a.OrderID, func(d *draft) (bool, error) {
			d.Doing, d.Unknown, d.Tried = nil, "", nil
			return true, nil
		}); saving != nil {
			return api.Acted{}, unavailable(saving)
		}
		return api.Acted{}, failure(err)
	case refused:
		finish(store.OutcomeRefused, detail)
		return s.refused(ctx, a, err)
	case unknown:
	}
	finish(store.OutcomeUnknown, detail)
	return s.unknown(ctx, a)
}

func (s *Service) call(ctx context.Context, a asked) error {
	client := platform.Client{Transport: s.o.Platform}
	reason := strings.TrimSpace(a.Reason)
	switch a.Act {
	case api.ActAccept:
		return client.ConfirmOrder(ctx, a.ref())
	case api.ActCancel:
		return client.CancelOrder(ctx, platform.OrderCancel{OrderRef: a.ref(), CancelCode: a.Code, CancelReason: reason})
	case api.ActReady:
		return client.PrepareOrder(ctx, a.ref())
	case api.ActCollect:
		return client.CollectOrder(ctx, a.ref())
	case api.ActRefundAgree:
		return client.AgreeRefund(ctx, a.ref())
	case api.ActRefundReject:
		return client.RejectRefund(ctx, platform.OrderReject{OrderRef: a.ref(), RejectCode: a.Code, RejectReason: reason})
	case api.ActRefundApply:
		return client.ApplyRefund(ctx, platform.RefundApply{OrderRef: a.ref(), Products: a.lines(), PartRefundType: a.Code, PartRefundReason: reason})
	}
	return fmt.Errorf("orders: no act %q", a.Act)
}

// settled keeps that the act is done, or was refused.
func (s *Service) settled(ctx context.Context, a asked, state api.ActState, refusal *api.Error) (api.Acted, error) {
	var acted api.Acted
	d, err := s.change(ctx, a.ShopID, a.OrderID, func(d *draft) (bool, error) {
		d.Doing, d.Unknown, d.Tried = nil, "", nil
		entry := a.entry(state, s.millis())
		acted = api.Acted{State: state}
		var answer any = &acted
		switch {
		case refusal != nil:
			entry.Text, answer = refusal.Message, refusal
		case state == api.ActDone:
			d.did(a, s.millis())
		}
		text, err := json.Marshal(answer)
		if err != nil {
			return false, err
		}
		d.act = a.row(state, text, s.millis())
		d.timeline = []api.TimelineEntry{entry}
		s.schedule(d)
		return true, nil
	})
	if err != nil {
		return acted, unavailable(err)
	}
	acted.Order = d.Order
	return acted, nil
}

// did is what an act comes to.
func (k *kept) did(a asked, now int64) {
	switch a.Act {
	case api.ActAccept:
		k.hasStatus(platform.OrderAccepted, now)
		k.AcceptedVia, k.AcceptedBy = a.via, a.by()
	case api.ActCancel:
		k.hasStatus(platform.OrderCancelled, now)
		k.Cancel = &api.OrderEnd{Via: a.via, By: a.by(), Reason: strings.TrimSpace(a.Reason)}
	case api.ActReady:
		k.hasStatus(platform.OrderPrepared, now)
	case api.ActCollect:
		k.hasStatus(platform.OrderCompleted, now)
	case api.ActRefundAgree:
		k.decide(api.RefundAgreed, a.via, a.by(), now)
	case api.ActRefundReject:
		k.decide(api.RefundRejected, a.via, a.by(), now)
	case api.ActRefundApply:
		k.Refunds = append(k.Refunds, api.OrderRefund{
			Standing: api.RefundApplied, Partial: true, Reason: strings.TrimSpace(a.Reason), Money: a.Expect, At: now, Via: a.via, By: a.by(),
		})
	}
}

// decide settles the refunds that wait for an answer: the platform's calls name
// the order, not the request.
func (k *kept) decide(standing api.RefundStanding, via api.Via, by string, now int64) {
	for i := range k.Refunds {
		if r := &k.Refunds[i]; r.Standing == api.RefundAsked {
			r.Standing, r.Via, r.By, r.At = standing, via, by, now
		}
	}
}

// refused reads the order: somebody else may have been faster, which is news
// (interface 3.2, rules 2, 3 and 6).
func (s *Service) refused(ctx context.Context, a asked, cause error) (api.Acted, error) {
	// It wasn't us: what the record shows isn't put down to this act.
	if _, err := s.change(ctx, a.ShopID, a.OrderID, func(d *draft) (bool, error) {
		d.Doing, d.Unknown, d.Tried = nil, "", nil
		return true, nil
	}); err != nil {
		return api.Acted{}, unavailable(err)
	}
	if r, err := s.read(ctx, a.ShopID, a.OrderID); err == nil {
		if _, err := s.take(ctx, a.ShopID, a.OrderID, r); err != nil {
			return api.Acted{}, unavailable(err)
		}
	}
	var news api.Acted
	d, err := s.change(ctx, a.ShopID, a.OrderID, func(d *draft) (bool, error) {
		if (a.Act == api.ActRefundAgree || a.Act == api.ActRefundReject) && decidedElsewhere(cause) {
			d.decide(api.RefundDecided, api.ViaElsewhere, "", s.millis())
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
		d.act = a.row(api.ActNews, text, s.millis())
		d.timeline = []api.TimelineEntry{a.entry(api.ActNews, s.millis())}
		s.schedule(d)
		return true, nil
	})
	if err != nil {
		return api.Acted{}, unavailable(err)
	}
	if news.News != "" {
		news.Order = d.Order
		return news, nil
	}
	answer := failure(cause)
	var refusal *api.Error
	if errors.As(answer, &refusal) {
		if _, err := s.settled(ctx, a, api.ActRefused, refusal); err != nil {
			return api.Acted{}, err
		}
	}
	return api.Acted{}, answer
}

// decidedElsewhere reads the refusal's wording: no code for it is shown
// (interface 3.2, rule 6; 7.5).
func decidedElsewhere(err error) bool {
	var said *platform.Error
	if !errors.As(err, &said) {
		return false
	}
	text := strings.ToLower(said.Message)
	for _, word := range []string{"already", "decided", "processed", "handled"} {
		if strings.Contains(text, word) {
			return true
		}
	}
	return false
}

// unknown reads what became of an act that got no answer.
func (s *Service) unknown(ctx context.Context, a asked) (api.Acted, error) {
	if r, err := s.read(ctx, a.ShopID, a.OrderID); err == nil {
		if happened(a.Act, r) {
			return s.settled(ctx, a, api.ActDone, nil)
		}
		if _, err := s.take(ctx, a.ShopID, a.OrderID, r); err != nil {
			return api.Acted{}, unavailable(err)
		}
	}
	d, err := s.change(ctx, a.ShopID, a.OrderID, func(d *draft) (bool, error) {
		d.Doing, d.Unknown = nil, a.Act
		d.act = a.row(api.ActUnknown, nil, s.millis())
		d.timeline = []api.TimelineEntry{a.entry(api.ActUnknown, s.millis())}
		d.row.DueAt = s.o.Now().Add(soon).UnixMilli()
		return true, nil
	})
	if err != nil {
		return api.Acted{}, unavailable(err)
	}
	return api.Acted{State: api.ActUnknown, Order: d.Order}, nil
}

// happened reports whether the record shows that the act took effect. Of a
// partial refund it doesn't tell: another one may look the same.
func happened(act api.Act, r *record) bool {
	reached := rank(columnOf(r.Base.Status))
	switch act {
	case api.ActAccept:
		return reached >= rank(api.ColumnPreparing) && reached < rank(api.ColumnCancelled)
	case api.ActReady:
		return reached >= rank(api.ColumnReady) && reached < rank(api.ColumnCancelled)
	case api.ActCollect:
		return reached == rank(api.ColumnDone)
	case api.ActCancel:
		return reached == rank(api.ColumnCancelled)
	case api.ActRefundAgree:
		return lastRefund(r) == platform.RefundAgreed
	case api.ActRefundReject:
		return lastRefund(r) == platform.RefundRejected
	case api.ActRefundApply:
	}
	return false
}

// lastRefund is how the customer's last request stands, RefundAsked while any
// waits.
func lastRefund(r *record) (status platform.RefundStatus) {
	for _, refund := range r.Refunds {
		if refund.Applicant == platform.OpMerchant {
			continue
		}
		if status = refund.Status; status == platform.RefundAsked {
			break
		}
	}
	return status
}

// by is the person's name; a rule has none.
func (a *asked) by() string {
	if a.via == api.ViaPerson {
		return a.operator
	}
	return ""
}

func (a *asked) row(state api.ActState, answer []byte, now int64) *store.OrderAct {
	return &store.OrderAct{
		ShopID: a.ShopID, OrderID: a.OrderID, Key: a.key, Act: string(a.Act), OperatorID: a.operatorID, State: string(state), Answer: answer, At: now,
	}
}

func (a *asked) entry(state api.ActState, now int64) api.TimelineEntry {
	return api.TimelineEntry{
		At: now, What: api.TimelineAct, Via: a.via, By: a.by(), Act: a.Act, State: state, Code: a.Code, Text: strings.TrimSpace(a.Reason), Money: a.Expect,
	}
}
