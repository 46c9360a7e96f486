package live

import (
	"encoding/json"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// boundWords say what became of product pictures that were bound (interface 6.3, 1201), and why the first of them
// wasn't, "" where the platform names no product.
func boundWords(st *state.State, e api.LiveEvent) string {
	var raw api.LiveRaw
	var said platform.BindingEvent
	if json.Unmarshal(e.Data, &raw) != nil || platform.Read([]byte(raw.Message), &said) != nil || len(said.Results) == 0 {
		return ""
	}
	refused, why := 0, ""
	for _, r := range said.Results {
		if r.Code != 0 {
			if refused++; why == "" {
				why = r.Message
			}
		}
	}
	words := text.N("orders.bound", len(said.Results)-refused)
	if refused > 0 {
		words = text.T("join.dot", words, text.N("orders.unbound", refused))
	}
	if why != "" {
		words = text.T("orders.refund.why", words, text.Isolate(why))
	}
	if shop, ok := st.Shop(e.ShopID); ok {
		words = text.T("join.dot", text.Isolate(state.DisplayName(shop)), words)
	}
	return words
}
