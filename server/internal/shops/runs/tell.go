package runs

import (
	"encoding/json"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// event is news of a run for the operators who may see the shop.
func event(shopID int64, n api.RunNews, now int64) store.Event {
	data, _ := json.Marshal(n) // plain values: Marshal can't fail
	return store.Event{At: now, ShopID: shopID, Kind: string(api.LiveRun), Data: data}
}

// news is news of a whole run: one event per shop, so that only the operators who may see one of its shops are told.
func news(r store.Run, version int64, shops []store.RunShop, now int64) []store.Event {
	events := make([]store.Event, 0, len(shops))
	for _, shop := range shops {
		events = append(events, event(shop.ShopID, api.RunNews{Run: r.ID, Version: version,
			State: api.RunState(r.State)}, now))
	}
	return events
}
