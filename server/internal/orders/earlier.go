package orders

import (
	"context"
	"encoding/json"
	"errors"
	"net/http"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// earlier looks up the result of an earlier request with the same key. The state is ActDone when
// acted or err is the answer to repeat, ActUnknown when the call was sent and its outcome is
// unknown, and "" for a new key, or for one whose call the platform didn't act on.
func (s *Service) earlier(ctx context.Context, a action) (acted api.Acted, state api.ActState, err error) {
	row, err := s.Store.Act(ctx, a.ShopID, a.OrderID, a.key)
	if errors.Is(err, store.ErrNotFound) {
		return acted, "", nil
	}
	if err != nil {
		return acted, "", httpio.Unavailable(err)
	}
	if row.Act != string(a.Act) || row.OperatorID != a.who.OperatorID {
		return acted, api.ActDone, httpio.Invalid("This key was used for something else.",
			api.Problem{Path: "key", Code: "key"})
	}
	switch api.ActState(row.State) {
	case api.ActRefused:
		if len(row.Answer) == 0 || a.via == api.ViaRule { // a rule tries as long as the order waits
			return acted, "", nil
		}
		var refusal api.Error
		if err := json.Unmarshal(row.Answer, &refusal); err != nil {
			return acted, api.ActDone, err
		}
		refusal.Status = http.StatusUnprocessableEntity
		return acted, api.ActDone, &refusal
	case api.ActDone, api.ActNews:
		if err := json.Unmarshal(row.Answer, &acted); err != nil {
			return acted, api.ActDone, err
		}
		d, err := s.present(ctx, a.ShopID, a.OrderID)
		if err != nil {
			return acted, api.ActDone, httpio.Unavailable(err)
		}
		acted.Order = d.Order
		return acted, api.ActDone, nil
	case api.ActUnknown, api.ActSent:
	}
	return acted, api.ActUnknown, nil
}

// readAgain reads the order from the platform. No auto-accept rule is applied.
func (s *Service) readAgain(ctx context.Context, a action) (*orderUpdate, error) {
	r, err := s.read(ctx, a.ShopID, a.OrderID)
	if err != nil {
		return nil, upstream.Failure(err, false)
	}
	d, err := s.take(ctx, a.ShopID, a.OrderID, r)
	if err != nil {
		return nil, httpio.Unavailable(err)
	}
	return d, nil
}

// already reports the news that makes the act unnecessary, and who caused the news.
func (k *orderState) already(act api.Act) (news api.News, via api.Via, by string) {
	if k.Column == api.ColumnCancelled && !act.Decides() && act != api.ActRefundApply {
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
