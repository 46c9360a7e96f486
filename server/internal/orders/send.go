package orders

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// send writes the intent to the audit, makes the call, and saves the outcome. Without the intent in
// the audit no call is made. sent is the order's Sent when the act was decided: a process that stood still for longer
// than its turn lasts mustn't send after another replica's act.
func (s *Service) send(ctx context.Context, a action, sent int) (api.Acted, error) {
	_, action, _ := permission(a.Act)
	calls := audit.Calls{Audit: s.Audit, Base: s.Base}
	finish, err := calls.Begin(ctx, a.who.Entry(action, a.ShopID, a.ActOrder, s.Now()))
	if err != nil {
		return api.Acted{}, httpio.Unavailable(err)
	}
	if _, err := s.change(ctx, a.ShopID, a.OrderID, func(d *orderUpdate) (bool, error) {
		if d.Sent != sent {
			return false, errBusy
		}
		d.Sent++
		d.Doing = &api.OrderDoing{Act: a.Act, Via: a.via, By: a.by(), Since: s.Millis()}
		if d.Known = len(d.Refunds); d.Unknown != api.ActRefundApply || a.Act == api.ActRefundApply {
			// unknown until the answer arrives, because this process may die
			d.Unknown, d.UnknownKey, d.Tried, d.Before = a.Act, a.key, d.Doing, d.Applied
		}
		d.act = a.row(api.ActSent, nil, s.Millis())
		d.dueForDoing()
		return true, nil
	}); err != nil {
		finish(store.OutcomeRefused, "not sent")
		return api.Acted{}, upstream.Failure(err, false)
	}
	err = s.call(ctx, a)
	ctx, cancel := background.Finish(ctx, actGone-actWithin)
	defer cancel()
	what, detail := upstream.OutcomeOf(err)
	switch what {
	case upstream.Done:
		acted, saving := s.settled(ctx, a, api.ActDone, nil)
		finish(store.OutcomeDone, "")
		return acted, saving
	case upstream.NotDone:
		finish(store.OutcomeRefused, detail)
		if _, saving := s.change(ctx, a.ShopID, a.OrderID, func(d *orderUpdate) (bool, error) {
			d.failed(a)
			d.act = a.row(api.ActRefused, nil, s.Millis()) // without an answer: the key may be used again
			return true, nil
		}); saving != nil {
			return api.Acted{}, httpio.Unavailable(saving)
		}
		return api.Acted{}, upstream.Failure(err, false)
	case upstream.Refused:
		finish(store.OutcomeRefused, detail)
		return s.refused(ctx, a, err)
	case upstream.Unknown:
	}
	finish(store.OutcomeUnknown, detail)
	return s.unknown(ctx, a)
}

func (s *Service) call(ctx context.Context, a action) error {
	client := platform.Client{Transport: s.Platform}
	switch request := a.request().(type) {
	case *platform.OrderCancel:
		return client.CancelOrder(ctx, *request)
	case *platform.OrderReject:
		return client.RejectRefund(ctx, *request)
	case *platform.RefundApply:
		return client.ApplyRefund(ctx, *request)
	}
	switch a.Act { //nolint:exhaustive // the others have requests of their own
	case api.ActAccept:
		return client.ConfirmOrder(ctx, a.ref())
	case api.ActReady:
		return client.PrepareOrder(ctx, a.ref())
	case api.ActCollect:
		return client.CollectOrder(ctx, a.ref())
	case api.ActRefundAgree:
		return client.AgreeRefund(ctx, a.ref())
	}
	return fmt.Errorf("orders: no act %q", a.Act)
}

// request returns the request of the act's call, as the rules take it.
func (a *action) request() any {
	reason := strings.TrimSpace(a.Reason)
	switch a.Act { //nolint:exhaustive // the others need only the order
	case api.ActCancel:
		return &platform.OrderCancel{OrderRef: a.ref(), CancelCode: a.Code, CancelReason: reason}
	case api.ActRefundReject:
		return &platform.OrderReject{OrderRef: a.ref(), RejectCode: a.Code, RejectReason: reason}
	case api.ActRefundApply:
		return &platform.RefundApply{OrderRef: a.ref(), Products: a.lines(), PartRefundType: a.Code, PartRefundReason: reason}
	}
	ref := a.ref()
	return &ref
}

// settled saves that the act is done or was refused.
func (s *Service) settled(ctx context.Context, a action, state api.ActState, refusal *api.Error) (api.Acted, error) {
	var acted api.Acted
	d, err := s.change(ctx, a.ShopID, a.OrderID, func(d *orderUpdate) (bool, error) {
		entry := a.entry(state, s.Millis())
		acted = api.Acted{State: state}
		var answer any = &acted
		switch {
		case refusal != nil:
			entry.Text, answer = refusal.Message, refusal
		case state == api.ActDone:
			d.did(a, s.Millis())
		}
		d.over(a.Act)
		text, err := json.Marshal(answer)
		if err != nil {
			return false, err
		}
		d.act = a.row(state, text, s.Millis())
		d.timeline = []api.TimelineEntry{entry}
		s.schedule(d)
		return true, nil
	})
	if err != nil {
		return acted, unsaved(err)
	}
	acted.Order = d.Order
	return acted, nil
}

// unsaved is the answer to an act that may have been done, and of which our store didn't take what came of it.
func unsaved(cause error) error {
	answer := httpio.Refusal(api.CodeUnavailable, "Our own storage doesn't answer. It isn't known whether this was done.")
	answer.Unknown = true
	return httpio.Caused(answer, cause)
}

// did applies the effect of a successful act to the order.
func (k *orderState) did(a action, now int64) {
	switch a.Act {
	case api.ActAccept:
		k.hasStatus(platform.OrderAccepted, "", now)
		k.AcceptedVia, k.AcceptedBy = a.via, a.by()
	case api.ActCancel:
		k.hasStatus(platform.OrderCancelled, "", now)
		k.Cancel = &api.OrderEnd{Via: a.via, By: a.by(), Reason: strings.TrimSpace(a.Reason)}
	case api.ActReady:
		k.hasStatus(platform.OrderPrepared, "", now)
	case api.ActCollect:
		k.hasStatus(platform.OrderCompleted, "", now)
	case api.ActRefundAgree:
		k.decide(api.RefundAgreed, a.via, a.by(), now)
	case api.ActRefundReject:
		k.decide(api.RefundRejected, a.via, a.by(), now)
	case api.ActRefundApply:
		k.refunded(a, now)
	}
}

// decide settles all refunds that waited for an answer when the act was sent: the platform's calls name the order, not
// the refund.
func (k *orderState) decide(standing api.RefundStanding, via api.Via, by string, now int64) {
	for i := range k.Refunds[:min(k.Known, len(k.Refunds))] {
		if r := &k.Refunds[i]; r.Standing == api.RefundAsked {
			r.Standing, r.Via, r.By, r.At = standing, via, by, now
		}
	}
}

// by returns the person's name, or "" for a rule.
func (a *action) by() string {
	if a.via == api.ViaPerson {
		return a.who.Name
	}
	return ""
}

func (a *action) row(state api.ActState, answer []byte, now int64) *store.OrderAct {
	return &store.OrderAct{
		ShopID: a.ShopID, OrderID: a.OrderID, Key: a.key, Act: string(a.Act), OperatorID: a.who.OperatorID,
		State:  string(state),
		Answer: answer, At: now,
	}
}

func (a *action) entry(state api.ActState, now int64) api.TimelineEntry {
	return api.TimelineEntry{
		At: now, What: api.TimelineAct, Via: a.via, By: a.by(), Act: a.Act, State: state, Code: a.Code,
		Text: strings.TrimSpace(a.Reason), Money: a.Expect,
	}
}
