package orders

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

var _ httpio.Func = (*Service)(nil).HandleAct

const (
	actLease  = time.Minute      // on an order; longer than an act takes
	actWithin = 40 * time.Second // of an act, waiting for its turn included
	turnEvery = 100 * time.Millisecond
	autoKey   = "auto"
)

// asked is an act with who asks for it.
type asked struct {
	api.ActOrder
	via                    api.Via
	operatorID             int64
	operator, address, key string
}

// permissions of the acts, as the catalogue has them.
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

// HandleAct does something with an order ([api.PathOrderAct]).
func (s *Service) HandleAct(w http.ResponseWriter, r *http.Request) error {
	w.Header().Set("Cache-Control", "no-store")
	request, err := httpio.Decode[api.ActOrder](w, r)
	if err != nil {
		return err
	}
	may, _, ok := permission(request.Act)
	if !ok {
		may = platform.PermissionOrderView
	}
	scope, err := s.o.Authoriser.Scope(r.Context(), request.ShopID, may)
	if err != nil {
		return err
	}
	if problems := check(request); len(problems) > 0 {
		return &api.Error{Status: http.StatusUnprocessableEntity, Code: api.CodeInvalid, Message: "This can't be done as asked.", Problems: problems}
	}
	who := scope.Principal()
	s.changes.Add(1)
	defer s.changes.Done()
	// Once begun it is seen through, whether or not the reader stays.
	ctx, cancel := context.WithTimeout(context.WithoutCancel(r.Context()), actWithin)
	defer cancel()
	acted, err := s.do(ctx, asked{
		ActOrder: request, via: api.ViaPerson, operatorID: who.OperatorID, operator: who.Name, address: who.Address, key: request.Key,
	})
	if err != nil {
		return err
	}
	return httpio.WriteJSON(w, acted)
}

// check tells what is wrong with a request.
func check(r api.ActOrder) (problems []api.Problem) {
	wrong := func(path, code string, args ...any) {
		problems = append(problems, api.Problem{Path: path, Code: code, Args: args})
	}
	if _, _, ok := permission(r.Act); !ok {
		wrong("act", "act")
	}
	if r.OrderID <= 0 {
		wrong("orderId", "positive")
	}
	if r.Key == "" || r.Key == autoKey || len(r.Key) > api.MaxActKey || !utf8.ValidString(r.Key) || strings.ContainsFunc(r.Key, unicode.IsControl) {
		wrong("key", "key", api.MaxActKey)
	}
	if utf8.RuneCountInString(r.Reason) > api.MaxActReason || strings.ContainsFunc(r.Reason, unicode.IsControl) {
		wrong("reason", "reason_long", api.MaxActReason)
	}
	coded := func(other int) {
		switch {
		case r.Code <= 0:
			wrong("code", "required")
		case r.Code == other && strings.TrimSpace(r.Reason) == "":
			wrong("reason", "required")
		}
	}
	switch r.Act {
	case api.ActCancel:
		coded(platform.CancelOther)
	case api.ActRefundReject:
		coded(platform.RejectOther)
	case api.ActRefundApply:
		coded(platform.RefundOther)
		if len(r.Products) == 0 || len(r.Products) > 500 {
			wrong("products", "required")
		}
		for i, p := range r.Products {
			if p.OrderProductID <= 0 || p.RefundCount <= 0 {
				wrong(fmt.Sprintf("products[%d]", i), "positive")
			}
		}
		if r.Expect == nil {
			wrong("expect", "required")
		}
	case api.ActAccept, api.ActReady, api.ActCollect, api.ActRefundAgree:
	}
	return problems
}

// do takes an act's turn and does it.
func (s *Service) do(ctx context.Context, a asked) (api.Acted, error) {
	release, err := s.turn(ctx, a)
	if err != nil {
		return api.Acted{}, err
	}
	defer release()
	if acted, done, err := s.earlier(ctx, a); done || err != nil {
		return acted, err
	}
	d, err := s.present(ctx, a.ShopID, a.OrderID)
	if err != nil {
		return api.Acted{}, unavailable(err)
	}
	// What isn't known, or was left half-way, is read before anything is sent.
	undecided := (a.Act == api.ActRefundAgree || a.Act == api.ActRefundReject) && (d.Refund == nil || d.Refund.Standing != api.RefundAsked)
	if d.row.Version == 0 || d.Partial || d.Unknown != "" || d.Doing != nil || undecided {
		if d, err = s.readAgain(ctx, a); err != nil {
			return api.Acted{}, err
		}
	}
	if news, via, by := d.already(a.Act); news != "" {
		return api.Acted{State: api.ActNews, News: news, Via: via, By: by, Order: d.Order}, nil
	}
	if a.Act == api.ActRefundApply {
		if err := s.sameTotal(ctx, a); err != nil {
			return api.Acted{}, err
		}
	}
	return s.send(ctx, a)
}

// turn takes the order's lease: one act at a time, whichever replica asks.
func (s *Service) turn(ctx context.Context, a asked) (release func(), err error) {
	name := fmt.Sprintf("order.act/%d/%d", a.ShopID, a.OrderID)
	holder := rand.Text()
	for {
		now := s.millis()
		err := s.o.Store.Claim(ctx, name, holder, now, now+actLease.Milliseconds())
		if err == nil {
			return func() {
				if err := s.o.Store.Release(context.WithoutCancel(ctx), name, holder); err != nil {
					s.log.WarnContext(ctx, "orders: lease not ended", "order", a.OrderID, "err", err)
				}
			}, nil
		}
		if !errors.Is(err, store.ErrConflict) {
			return nil, unavailable(err)
		}
		if a.via == api.ViaRule {
			return nil, errBusy // a person is at it
		}
		select {
		case <-time.After(turnEvery):
		case <-ctx.Done():
			return nil, errBusy
		}
	}
}

var errBusy = &api.Error{
	Status: http.StatusConflict, Code: api.CodeBusy,
	Message: "Somebody is doing something with this order right now. Nothing was sent; try again in a moment.",
}

// earlier is what came of the same press before, if that is known.
func (s *Service) earlier(ctx context.Context, a asked) (acted api.Acted, done bool, err error) {
	row, err := s.o.Store.Act(ctx, a.ShopID, a.OrderID, a.key)
	if errors.Is(err, store.ErrNotFound) {
		return acted, false, nil
	}
	if err != nil {
		return acted, false, unavailable(err)
	}
	if row.Act != string(a.Act) || row.OperatorID != a.operatorID {
		return acted, true, &api.Error{Status: http.StatusUnprocessableEntity, Code: api.CodeInvalid, Message: "This key was used for something else.",
			Problems: []api.Problem{{Path: "key", Code: "key"}}}
	}
	switch api.ActState(row.State) {
	case api.ActRefused:
		var refusal api.Error
		if err := json.Unmarshal(row.Answer, &refusal); err != nil {
			return acted, true, err
		}
		refusal.Status = http.StatusUnprocessableEntity
		return acted, true, &refusal
	case api.ActDone, api.ActNews:
		if err := json.Unmarshal(row.Answer, &acted); err != nil {
			return acted, true, err
		}
		d, err := s.present(ctx, a.ShopID, a.OrderID)
		if err != nil {
			return acted, true, unavailable(err)
		}
		acted.Order = d.Order
		return acted, true, nil
	case api.ActUnknown, api.ActSent:
	}
	return acted, false, nil
}

// readAgain reads the order from the platform, without any rule being applied.
func (s *Service) readAgain(ctx context.Context, a asked) (*draft, error) {
	r, err := s.read(ctx, a.ShopID, a.OrderID)
	if err != nil {
		return nil, failure(err)
	}
	d, err := s.take(ctx, a.ShopID, a.OrderID, r)
	if err != nil {
		return nil, unavailable(err)
	}
	return d, nil
}

// already tells whether the act isn't needed any more, and who was faster.
func (k *kept) already(act api.Act) (news api.News, via api.Via, by string) {
	if k.Column == api.ColumnCancelled && act != api.ActRefundAgree && act != api.ActRefundReject && act != api.ActRefundApply {
		if k.Cancel != nil {
			via, by = k.Cancel.Via, k.Cancel.By
		}
		return api.NewsCancelled, via, by
	}
	switch act {
	case api.ActAccept:
		switch k.Column {
		case api.ColumnPreparing, api.ColumnReady:
			return api.NewsAccepted, k.AcceptedVia, k.AcceptedBy
		case api.ColumnDone:
			return api.NewsDone, "", ""
		case api.ColumnNew, api.ColumnOther, api.ColumnCancelled:
		}
	case api.ActReady:
		if k.Column == api.ColumnReady {
			return api.NewsAdvanced, "", ""
		}
		if k.Column == api.ColumnDone {
			return api.NewsDone, "", ""
		}
	case api.ActCollect:
		if k.Column == api.ColumnDone {
			return api.NewsDone, "", ""
		}
	case api.ActRefundAgree, api.ActRefundReject:
		if n := len(k.Refunds); n > 0 && k.Refund != nil && k.Refund.Standing != api.RefundAsked {
			return api.NewsDecided, k.Refunds[n-1].Via, k.Refunds[n-1].By
		}
	case api.ActCancel, api.ActRefundApply:
	}
	return "", "", ""
}

// sameTotal asks for the preview once more: what the person confirmed must be
// what the platform will do.
func (s *Service) sameTotal(ctx context.Context, a asked) error {
	client := platform.Client{Transport: s.o.Platform}
	preview, err := client.PreviewRefund(ctx, platform.RefundPreviewRequest{OrderRef: a.ref(), Products: a.lines()})
	if err != nil {
		return failure(err)
	}
	if preview.RefundPrice.Amount == a.Expect.Amount && preview.RefundPrice.Currency == a.Expect.Currency {
		return nil
	}
	current, err := json.Marshal(preview)
	if err != nil {
		return err
	}
	return &api.Error{Status: http.StatusConflict, Code: api.CodeChanged, Current: current,
		Message: "The platform would refund another amount now. Nothing was refunded."}
}

func (a *asked) ref() platform.OrderRef {
	return platform.OrderRef{OrderViewID: a.OrderID, ShopID: a.ShopID}
}

func (a *asked) lines() (lines []platform.RefundLine) {
	for _, p := range a.Products {
		lines = append(lines, platform.RefundLine{OrderProductID: p.OrderProductID, RefundCount: p.RefundCount})
	}
	return lines
}
