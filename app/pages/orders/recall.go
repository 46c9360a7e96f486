package orders

import (
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// bump remembers an order that was made ready, to be recalled.
func (p *Board) bump(_ app.Context, a app.Action) {
	done, ok := a.Value.(state.Acted)
	if !ok || done.Err != nil || done.Request.Act != api.ActReady {
		return
	}
	id := done.Request.OrderID
	p.kitchen.bumped = append(slices.DeleteFunc(p.kitchen.bumped, func(one int64) bool { return one == id }), id)
}

// last is the order that was bumped last and is still known, nil for none.
func (p *Board) last() *api.Order {
	for _, id := range slices.Backward(p.kitchen.bumped) {
		if o, ok := p.Book.Order(id); ok && o.Column.Open() {
			return o
		}
	}
	return nil
}

// recall shows the ticket that was bumped last once more, or puts it away.
func (p *Board) recall(app.Context) {
	if p.kitchen.recalled != 0 {
		p.kitchen.recalled = 0
	} else if o := p.last(); o != nil {
		p.kitchen.recalled = o.OrderID
	}
}

// recallWords name the button that recalls, "" for no button.
func (p *Board) recallWords() string {
	if p.kitchen.recalled != 0 {
		return text.T("orders.kitchen.away")
	}
	if o := p.last(); o != nil {
		return text.T("orders.kitchen.recall", text.LTR(text.OrderNumber(o)))
	}
	return ""
}
