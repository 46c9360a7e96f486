package orders

import (
	"slices"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// The single keys of the board.
const (
	keyHelp   = "?"
	keyAccept = "a"
	keyReject = "x"
	keyReady  = "r"
	keyNext   = "n"
	keyFind   = "/"
)

var boardKeys = [...]string{keyAccept, keyReady, keyReject, keyNext, keyFind, keyHelp}

// otherwise has the keyboard while a person asks for something else than a key of the board.
const otherwise = "dialog[open]:not(#keys, #kitchen)"

// keyOf is the key of the board that was pressed, "" for another. On a keyboard whose letters aren't Latin the place of
// the key counts.
func keyOf(key, code string, shift bool) string {
	pressed := strings.ToLower(key)
	if len(key) != 1 { // more than one byte
		pressed = strings.ToLower(strings.TrimPrefix(code, "Key"))
		if code == "Slash" {
			pressed = keyFind
			if shift {
				pressed = keyHelp
			}
		}
	}
	if !slices.Contains(boardKeys[:], pressed) || shift && pressed != keyHelp && pressed != keyFind {
		return ""
	}
	return pressed
}

// numberOf is a digit, also an Arabic one, as a key of a bump bar; "" for another key.
func numberOf(key string) string {
	if digit := rules.Plain(key); len(digit) == 1 && digit >= "0" && digit <= "9" {
		return digit
	}
	return ""
}

// listen has the board take its keys until it is left.
func (p *Board) listen(ctx app.Context) (stop func()) {
	return device.Listen("keydown", func(e app.Value) {
		for _, with := range [...]string{"ctrlKey", "metaKey", "altKey", "repeat", "isComposing", "defaultPrevented"} {
			if e.Get(with).Truthy() {
				return
			}
		}
		key := keyOf(e.Get("key").String(), e.Get("code").String(), e.Get("shiftKey").Truthy())
		do := p.key
		if p.kitchen.open && key != keyHelp {
			key, do = numberOf(e.Get("key").String()), p.kitchenKey
		}
		if key == "" || !p.State.Keys() || app.Window().Get("document").Call("querySelector", otherwise).Truthy() ||
			components.Within(e.Get("target"), components.Fields) {
			return
		}
		e.Call("preventDefault")
		ctx.Dispatch(func(ctx app.Context) { do(ctx, key) })
	})
}

// key does what a key of the board is for.
func (p *Board) key(ctx app.Context, key string) {
	if p.keys || key == keyHelp {
		p.keys = key != keyHelp || !p.keys // of the list only its own key is left
		return
	}
	switch key {
	case keyFind:
		components.FocusID(ctx, "orders-find")
	case keyNext:
		stepTo(".board .order:not([data-gone])")
	case keyAccept:
		p.keyed(ctx, api.ActAccept, book.LaneNew)
	case keyReady:
		p.keyed(ctx, api.ActReady, book.LanePreparing)
	case keyReject:
		p.keyed(ctx, api.ActCancel, book.LaneNew)
	}
}

// keyed does something with the order that has the keyboard. Where no order has the keyboard, or one of which something
// else is to be done, the key brings the keyboard to the first of the lane and does nothing.
func (p *Board) keyed(ctx app.Context, act api.Act, lane book.Lane) {
	var request api.ActOrder
	var asks bool
	o, ok := p.Book.Order(orderAt())
	if ok {
		request, asks = askedByKey(o, mayIn(p.Deps, o.ShopID), act)
	}
	switch {
	case ok && !p.Book.Reachable():
	case request.Act == "":
		stepTo(`.board .order:not([data-gone])[data-lane="` + laneKeys[lane] + `"]`)
	case asks:
		p.asker.Ask(request, nil)
	case !p.Book.Given(o.OrderID): // else the key was pressed for the order before
		ctx.NewActionWithValue(state.ActionOrder, request)
	}
}

// askedByKey is the act that a key asks for, without one where the order doesn't allow it; asks tells that a question
// comes first. The key for rejecting is for the refund that a customer asked for, else for the order.
func askedByKey(o *api.Order, m may, act api.Act) (request api.ActOrder, asks bool) {
	request = actOn(o, "")
	switch {
	case act != api.ActCancel && mainAct(o, m) == act:
		request.Act = act
	case act == api.ActCancel && book.RefundAsked(o) && m.refund:
		request.Act, asks = api.ActRefundReject, true
	case act == api.ActCancel && mayCancel(o, m):
		request.Act, asks = api.ActCancel, true
	}
	return request, asks
}

// cardAt is the card on the board that has the keyboard, or else the page.
func cardAt() app.Value {
	if active := components.ActiveElement(); active.Truthy() {
		if card := active.Call("closest", ".board .order:not([data-gone])"); card.Truthy() {
			return card
		}
	}
	return app.Window().Get("document").Get("body")
}

// orderAt is the order on the board that has the keyboard, 0 for none.
func orderAt() (id int64) {
	if !app.IsServer {
		id = orderIn(cardAt())
	}
	return id
}

// orderIn is the order at the end of an element's id, 0 for none.
func orderIn(el app.Value) int64 {
	name := el.Get("id").String()
	id, _ := strconv.ParseInt(name[strings.LastIndexByte(name, '-')+1:], 10, 64)
	return id
}

// stepTo gives the keyboard to the card after the one that has it, or else to the first: to what is to do with the
// order, or to its number.
func stepTo(cards string) {
	if app.IsServer {
		return
	}
	next := after(app.Window().Get("document").Call("querySelectorAll", cards), cardAt())
	if next == nil {
		return
	}
	for _, part := range [...]string{".order-acts > .btn[data-kind=go]:not(:disabled)", ".order-no"} {
		if el := next.Call("querySelector", part); el.Truthy() {
			el.Call("focus", map[string]any{"focusVisible": true})
			return
		}
	}
}

// keysDialog shows the keys, and whether this device takes them.
func (p *Board) keysDialog() app.UI {
	words := map[string]string{
		keyAccept: text.Act(api.ActAccept), keyReady: text.Act(api.ActReady), keyReject: text.T("orders.keys.reject"),
		keyNext: text.T("orders.keys.next"), keyFind: text.T("orders.find"), keyHelp: text.T("orders.keys"),
	}
	return &components.Dialog{
		ID: "keys", Title: text.T("orders.keys"), Open: p.keys, CloseLabel: text.T("action.close"),
		OnClose: pages.Set(&p.keys, false),
		Body: func() []app.UI {
			return []app.UI{
				app.Dl().Class("fees").Body(pages.Each(boardKeys[:], func(key string) app.UI {
					return keyRow(words[key], strings.ToUpper(key))
				})),
				app.H3().Text(text.T("orders.kitchen")),
				app.Dl().Class("fees").Body(
					keyRow(text.T("orders.keys.bump"), "1–9"), keyRow(text.T("orders.keys.recall"), "0"),
				),
				pages.P("hint", text.T("orders.keys.hint")),
				app.Dl().Class("fees").Body(keyRow(text.T("toast.reach"), "Alt+T")),
				&components.Switch{ID: "keys-on", Label: text.T("orders.keys.on"), On: p.State.Keys(),
					OnChange: func(ctx app.Context, on bool) {
						p.State.SetKeys(on)
						p.Changed(ctx)
					}},
			}
		},
	}
}

func keyRow(words, key string) app.UI {
	return app.Div().Body(app.Dt().Text(words), app.Dd().Body(app.Kbd().Text(text.LTR(key))))
}
