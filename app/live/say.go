package live

import (
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// sayEvery is how long words that interrupt others are left to be heard, in milliseconds. What comes meanwhile is said
// together.
const sayEvery = 5_000

// named is how many orders are said by their numbers at once. The others are counted.
const named = 5

// speak has assistive technology read out what is new of the orders, and what was done from here.
func (w *Watch) speak() {
	if words := w.news(deviceNow()); words != "" {
		components.Say(text.Plain(words), true)
	}
	if words := w.done(); words != "" {
		components.Say(text.Plain(words), false)
	}
}

// done is what was done from here and only cards show, "" for nothing.
func (w *Watch) done() (words string) {
	for _, act := range [...]api.Act{api.ActAccept, api.ActReady, api.ActCollect} {
		var orders []*api.Order
		for i := range w.bell.acted {
			if acted := &w.bell.acted[i]; acted.Request.Act == act {
				orders = append(orders, &acted.Acted.Order)
			}
		}
		if len(orders) > 0 {
			words = text.Dots(words, w.numbered("orders.acted."+string(act), orders))
		}
	}
	w.bell.acted = nil
	return words
}

// news is what is to be said of orders at now, by the device's clock: the most pressing first, "" for nothing.
func (w *Watch) news(now int64) (words string) {
	if now-w.bell.saidAt < sayEvery {
		return ""
	}
	add := func(key string, orders []*api.Order) {
		if len(orders) > 0 {
			words = text.Dots(words, w.numbered(key, orders))
			w.bell.saidAt = now
		}
	}
	var stopped, asked []*api.Order
	for _, o := range w.bell.notices {
		if o.Column == api.ColumnCancelled {
			stopped = append(stopped, o)
		} else {
			asked = append(asked, o)
		}
	}
	w.bell.notices = nil
	add("orders.stopped", stopped)
	for w.rings() {
		due, threshold := w.Book.Due(w.Book.Now(), w.may)
		if due == nil {
			break
		}
		add("orders.left."+key(threshold), due)
	}
	add("orders.asked", asked)
	add("orders.arrived", w.Book.Tell(now))
	return words
}

// numbered is the text with that key about orders.
func (w *Watch) numbered(key string, orders []*api.Order) string {
	return text.N(key, len(orders), pages.Numbers(orders, named, w.shopName))
}

func key(threshold int64) string {
	switch threshold {
	case 30_000:
		return "half"
	case 60_000:
		return "one"
	}
	return "three"
}
