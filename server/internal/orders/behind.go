package orders

import (
	"net/url"
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Lost reports whether an order ended because the shop didn't accept it.
func Lost(o *api.Order) bool {
	return o.Column == api.ColumnCancelled && !o.Erased && o.AcceptedAt == 0 && o.AcceptedVia == "" &&
		(o.Cancel == nil || o.Cancel.Via != api.ViaCustomer && o.Cancel.Via != api.ViaSupport)
}

// EndOf is how a cancelled order ended, as figures count it; its Count is 0.
func EndOf(o *api.Order) api.EndFigure {
	if o.Cancel == nil {
		return api.EndFigure{}
	}
	end := api.EndFigure{Via: o.Cancel.Via, Reason: strings.TrimSpace(o.Cancel.Reason)}
	switch {
	case end.Via != "" && end.Via != api.ViaPlatform: // says who
	case o.Cancel.OpRaw != "":
		end.OpRaw = o.Cancel.OpRaw
	case end.Via == api.ViaPlatform && o.Cancel.OpType != int(platform.OpSystem):
		end.OpType = o.Cancel.OpType
	}
	return end
}

// RefundCause is why a refund was asked for or made, as figures count it. A rejected one isn't counted.
type RefundCause struct {
	Reason string
	Ours   bool
}

// CauseOf returns a refund's cause.
func CauseOf(r *api.OrderRefund) (cause RefundCause, counted bool) {
	return RefundCause{strings.TrimSpace(r.Reason), r.Standing == api.RefundApplied}, r.Standing != api.RefundRejected
}

// behind chooses the orders behind a figure of the overview ([api.History]).
type behind struct {
	only  api.Behind
	exact bool // ended like end, or refunded for cause
	end   api.EndFigure
	cause RefundCause
}

// behindOf reads the query; ok is false if there is no such figure.
func behindOf(values url.Values) (b behind, ok bool) {
	b.only, b.exact = api.Behind(values.Get("only")), values.Has("why")
	reason := values.Get("why")
	b.cause = RefundCause{reason, values.Get("ours") != ""}
	b.end = api.EndFigure{Via: api.Via(values.Get("via")), Reason: reason}
	party := values.Get("op")
	if n, err := strconv.Atoi(party); err == nil {
		b.end.OpType = n
	} else {
		b.end.OpRaw = party
	}
	return b, b.only == "" || slices.Contains(api.Behinds(), b.only)
}

// odd reports whether only cancelled and refunded orders fit.
func (b behind) odd() bool {
	return b.only == api.BehindLost || b.only == api.BehindCancelled || b.only == api.BehindRefunded
}

func (b behind) fits(k *orderState) bool {
	switch b.only {
	case api.BehindAccepted:
		return k.AcceptedAt != 0
	case api.BehindReady:
		return k.AcceptedAt != 0 && k.ReadyAt != 0
	case api.BehindLost:
		return Lost(&k.Order)
	case api.BehindCancelled:
		return k.Column == api.ColumnCancelled && (!b.exact || EndOf(&k.Order) == b.end)
	case api.BehindRefunded:
		return slices.ContainsFunc(k.Refunds, func(r api.OrderRefund) bool {
			cause, counted := CauseOf(&r)
			return counted && (!b.exact || cause == b.cause)
		})
	}
	return true
}
