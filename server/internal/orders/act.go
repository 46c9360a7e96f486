package orders

import (
	"cmp"
	"context"
	"net/http"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

const (
	actGone   = time.Minute      // longer than any act takes: after this, the process that held the act is dead
	actWithin = 40 * time.Second // limit for one act, waiting for its turn included
	turnEvery = 100 * time.Millisecond
	autoKey   = "auto"
)

// action is an act together with the person or rule that asks for it.
type action struct {
	api.ActOrder
	via api.Via
	who *auth.Principal
	key string
}

// permission returns an act's permission and audit action, as the catalogue of endpoints has them.
func permission(act api.Act) (platform.Permission, string, bool) {
	path, ok := map[api.Act]string{
		api.ActAccept: platform.PathOrderConfirm, api.ActCancel: platform.PathOrderCancel,
		api.ActReady: platform.PathOrderPrepare, api.ActCollect: platform.PathOrderCollect,
		api.ActRefundAgree: platform.PathOrderAgree, api.ActRefundReject: platform.PathOrderReject,
		api.ActRefundApply: platform.PathRefundApply,
	}[act]
	if !ok {
		return "", "", false
	}
	endpoint, _ := platform.EndpointAt(path)
	return endpoint.Permission, endpoint.Audit, true
}

// HandleAct does an act on an order ([api.PathOrderAct]).
func (s *Service) HandleAct(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.ActOrder](w, r)
	if err != nil {
		return err
	}
	may, _, ok := permission(request.Act)
	if !ok {
		may = platform.PermissionOrderView
	}
	scope, err := s.Authoriser.Scope(r.Context(), request.ShopID, may)
	if err != nil {
		return err
	}
	if problems := check(request); len(problems) > 0 {
		return unusable(problems)
	}
	s.changes.Begin()
	defer s.changes.End()
	// An act that has begun is finished, even if the client goes away.
	ctx, cancel := background.Finish(r.Context(), actWithin)
	defer cancel()
	acted, err := s.do(ctx, action{ActOrder: request, via: api.ViaPerson, who: scope.Principal(), key: request.Key})
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, acted)
}

// ours are our names of what the platform's calls name otherwise.
var ours = map[string]string{
	"orderViewId": "orderId",
	"cancelCode":  "code", "rejectCode": "code", "partRefundType": "code",
	"cancelReason": "reason", "rejectReason": "reason", "partRefundReason": "reason",
}

// check returns the problems of a request. Those of the call to the platform are found as the proxy finds them.
func check(r api.ActOrder) (problems api.Problems) {
	if _, _, ok := permission(r.Act); !ok {
		problems.Add("act", "act")
	}
	if r.Key == "" || r.Key == autoKey || len(r.Key) > api.MaxActKey || !utf8.ValidString(r.Key) || !api.PlainText(r.Key) {
		problems.Add("key", "key", api.MaxActKey)
	}
	if !api.Optional(r.Reason, api.MaxActReason) {
		problems.Add("reason", "reason_long", api.MaxActReason)
	}
	if r.Act == api.ActRefundApply {
		if len(r.Products) > 500 {
			problems.Add("products", "required")
		}
		if r.Expect == nil {
			problems.Add("expect", "required")
		}
	}
	one := action{ActOrder: r}
	for _, p := range rules.Refusals(rules.Check(one.request(), rules.Env{})) {
		p.Path = cmp.Or(ours[p.Path], p.Path)
		problems = append(problems, p)
	}
	return problems
}

// unusable refuses a request. Its message names the members, because a screen may have no field for one of them: the
// platform's preview may give a product no id.
func unusable(problems []api.Problem) error {
	names := make([]string, len(problems))
	for i, p := range problems {
		names[i] = p.Path
	}
	return httpio.Invalid("This can't be done as asked: "+strings.Join(names, ", ")+" is missing or can't be used. "+
		"Nothing was sent.", problems...)
}

// do waits for the order's lease and does the act.
func (s *Service) do(ctx context.Context, a action) (api.Acted, error) {
	asked, err := s.present(ctx, a.ShopID, a.OrderID) // as it was when the act was asked for
	if err != nil {
		return api.Acted{}, httpio.Unavailable(err)
	}
	release, err := s.turn(ctx, a)
	if err != nil {
		return api.Acted{}, err
	}
	defer release()
	if a.via == api.ViaPerson { // a rule's act is tried again soon instead
		ctx = upstream.ForPerson(ctx)
	}
	acted, state, err := s.earlier(ctx, a)
	if state == api.ActDone || err != nil {
		return acted, err
	}
	d, err := s.present(ctx, a.ShopID, a.OrderID)
	if err != nil {
		return api.Acted{}, httpio.Unavailable(err)
	}
	if d.Erased {
		return api.Acted{}, errErased
	}
	if a.via == api.ViaRule && d.Unknown == api.ActCancel {
		return api.Acted{}, errBusy // a person cancelled the order meanwhile
	}
	if a.Act == api.ActRefundApply {
		another := cmp.Or(a.Version, asked.Version) < d.Added
		if acted, done, err := s.mayRefund(ctx, a, d, state, another); done || err != nil {
			return acted, err
		}
		return s.send(ctx, a, d.Sent)
	}
	act := a.Act
	if act == api.ActCancel && (asked.Column == api.ColumnNew || 0 < a.Version && a.Version < asked.Moved) {
		act = api.ActAccept // the rejection of a new order doesn't cancel what was accepted meanwhile
	}
	// Read the order before sending if the order is unknown, if an earlier act is unfinished or has an
	// unknown outcome, or if no refund request is known to decide. An order known only from events
	// isn't read: its acts need only shop and number. Before a decision and a rejection, an order is read
	// if that is possible. No message tells that a request was withdrawn, or answered elsewhere, so a
	// decision could be about another one; the message of an acceptance elsewhere may be lost.
	needed := d.row.Version == 0 || d.Unknown != "" || d.Doing != nil ||
		act.Decides() && (d.Refund == nil || d.Refund.Standing != api.RefundAsked)
	if needed || act.Decides() || act != a.Act {
		switch now, err := s.readAgain(ctx, a); {
		case err == nil:
			d = now
		case needed:
			return api.Acted{}, err
		}
	}
	if news, via, by := d.already(act); news != "" {
		return api.Acted{State: api.ActNews, News: news, Via: via, By: by, Order: d.Order}, nil
	}
	if act.Decides() && d.Refund != nil && (0 < a.Version && a.Version < d.Added ||
		a.Expect != nil && d.Refund.Money != nil && !same(a.Expect, d.Refund.Money)) {
		return api.Acted{}, httpio.Changed("The order has another refund now. Nothing was sent.", d.Refund)
	}
	return s.send(ctx, a, d.Sent)
}

func (a *action) ref() platform.OrderRef {
	return platform.OrderRef{OrderViewID: a.OrderID, ShopID: a.ShopID}
}
