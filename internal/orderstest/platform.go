// Package orderstest is a platform for tests: its orders are changed by the test, and its pushes
// are signed. It uses none of the code under test that reads orders.
package orderstest

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// Platform answers the paths of orders (interface 4.2). Rest answers all other paths.
type Platform struct {
	Rest http.Handler

	// ByNumber makes it go by an order's number alone: the interface doesn't say that the shop is compared.
	ByNumber bool

	Now func() time.Time // the clock that its answers tell; default: time.Now

	mu     sync.Mutex
	orders map[int64]*platform.Order
	calls  map[string]int
	faults map[string]func(w http.ResponseWriter, act func()) bool
	before map[string]func(ctx context.Context, shopID int64)
}

// Put adds or replaces an order.
func (p *Platform) Put(o platform.Order) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.orders == nil {
		p.orders = map[int64]*platform.Order{}
	}
	p.orders[o.Base.OrderViewID] = &o
}

// Change changes an order like another client of the platform.
func (p *Platform) Change(id int64, do func(o *platform.Order)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	do(p.orders[id])
}

// Calls counts the calls of a path.
func (p *Platform) Calls(path string) int {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.calls[path]
}

// Fault passes every call of a path to do; nil restores the normal answer. act does the call's
// work. do reports whether it has answered.
func (p *Platform) Fault(path string, do func(w http.ResponseWriter, act func()) bool) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.faults == nil {
		p.faults = map[string]func(http.ResponseWriter, func()) bool{}
	}
	p.faults[path] = do
}

// Before runs do before each call of a path is answered. do may delay the answer; ctx ends when nobody waits for it.
func (p *Platform) Before(path string, do func(ctx context.Context, shopID int64)) {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.before == nil {
		p.before = map[string]func(context.Context, int64){}
	}
	p.before[path] = do
}

// Lost does the call's work and then breaks the connection.
func Lost(_ http.ResponseWriter, act func()) bool {
	act()
	panic(http.ErrAbortHandler)
}

// Unheard breaks the connection without doing the call's work.
func Unheard(http.ResponseWriter, func()) bool { panic(http.ErrAbortHandler) }

func (p *Platform) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	end, ours := map[string]platform.OrderStatus{
		platform.PathOrderGet: 0, platform.PathOrderConfirm: platform.OrderAccepted,
		platform.PathOrderPrepare: platform.OrderPrepared,
		platform.PathOrderCollect: platform.OrderCompleted, platform.PathOrderCancel: platform.OrderCancelled,
		platform.PathOrderAgree: 0, platform.PathOrderReject: 0, platform.PathRefundPreview: 0, platform.PathRefundApply: 0,
	}[r.URL.Path]
	if !ours {
		p.Rest.ServeHTTP(w, r)
		return
	}
	if p.Now != nil {
		w.Header().Set("Date", p.Now().UTC().Format(http.TimeFormat))
	}
	var ref platform.RefundPreviewRequest // the request with the most members of all calls
	_ = json.NewDecoder(r.Body).Decode(&ref)
	p.mu.Lock()
	if p.calls == nil {
		p.calls = map[string]int{}
	}
	p.calls[r.URL.Path]++
	fault, before := p.faults[r.URL.Path], p.before[r.URL.Path]
	p.mu.Unlock()
	if before != nil {
		before(r.Context(), ref.ShopID)
	}
	code, message := 0, "success"
	var data any
	act := func() {
		p.mu.Lock()
		defer p.mu.Unlock()
		o := p.orders[ref.OrderViewID]
		switch {
		case o == nil || o.Base.ShopID != ref.ShopID && !p.ByNumber:
			code, message = 404, "no such order"
		case r.URL.Path == platform.PathOrderGet:
			text, _ := json.Marshal(o)
			data = json.RawMessage(text)
		case r.URL.Path == platform.PathRefundPreview, r.URL.Path == platform.PathRefundApply:
			data, code, message = refund(o, ref.Products, r.URL.Path == platform.PathRefundApply)
		case end != 0 && o.Base.Status >= end:
			code, message = 31001, "the order was accepted already or is past that state"
		case end != 0:
			o.Base.Status = end
		default:
			code, message = decide(o, r.URL.Path)
		}
	}
	if fault != nil && fault(w, act) {
		return
	}
	act()
	w.Header().Set("Content-Type", "application/json")
	_ = json.NewEncoder(w).Encode(map[string]any{"code": code, "message": message, "data": data})
}

func decide(o *platform.Order, path string) (int, string) {
	for i := range o.Refunds {
		if r := &o.Refunds[i]; r.Status == platform.RefundAsked {
			r.Decider, r.Status = platform.OpMerchant, platform.RefundAgreed
			if path == platform.PathOrderReject {
				r.Status = platform.RefundRejected
			}
			return 0, "success"
		}
	}
	return 31002, "the refund was decided already"
}

// NewOrder returns an order as a customer places it.
func NewOrder(shopID, id int64, placed time.Time) platform.Order {
	return platform.Order{
		Base: platform.OrderBase{OrderViewID: id, ShopID: shopID, Status: platform.OrderPlaced,
			CreatedAt: placed.UnixMilli(), Remark: "no coriander", Number: int(id % 1000)},
		Products:  []platform.OrderProduct{{ID: 1, Name: "Wonton noodles", Count: 2, Price: "HKD 48.00"}},
		Fees:      map[string]platform.Fee{platform.FeePaid: platform.NewFee(9600, "HKD")},
		Recipient: &platform.Recipient{Name: "Chan Tai Man", Phone: "852-91234567", Address: "Flat 3B"},
	}
}

// Message returns a signed webhook message of an order event (interface 6.1).
func Message(url, secret, messageID string, event platform.Event, shopID int64, message any, now time.Time) []byte {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err)
	}
	m := platform.Webhook{EventID: event, AppID: 1000001, MessageID: messageID, ShopID: shopID, Message: string(text),
		Timestamp: now.Unix()}
	m.Sig = platform.SuffixSignature(url, m.SignedFields(), secret)
	body, err := json.Marshal(m)
	if err != nil {
		panic(err)
	}
	return body
}

// Event returns the content of an order event.
func Event(shopID, id int64, status platform.OrderStatus, at time.Time) platform.OrderEvent {
	return platform.OrderEvent{OpTime: at.UnixMilli(), OrderViewID: id, ShopID: shopID, Status: status}
}

// ID returns the message id of a number.
func ID(n int) string { return fmt.Sprintf("m-%s", strconv.Itoa(n)) }
