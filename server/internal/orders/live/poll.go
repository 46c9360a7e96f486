package live

import (
	"net/http"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// HandlePoll answers the events after a number ([api.PathLivePoll]), for screens that no stream
// reaches. The events equal those of a stream.
func (s *Service) HandlePoll(w http.ResponseWriter, r *http.Request) error {
	shops, err := s.watcher(r)(r.Context())
	if err != nil {
		return err
	}
	after, err := strconv.ParseInt(r.URL.Query().Get("after"), 10, 64)
	limit, begin := api.LivePage, err != nil || after < 0
	if begin {
		after, limit = 0, 0
	}
	page, err := s.Events.Events(r.Context(), after, limit)
	if err != nil {
		return httpio.Unavailable(err)
	}
	answer := api.LiveBatch{Events: []api.LiveEvent{}, Seq: after, Now: s.Millis(), Shops: shops.digest(),
		Rights: sign(shops.rights), Hooks: s.heard(r.Context())}
	if begin || page.Kept > after || page.Head < after || shops.changed(r) {
		answer.Reset, answer.Seq = true, page.Head
		return httpio.WriteJSON(w, answer)
	}
	for _, e := range page.Events {
		answer.Seq = e.Seq
		if shops.has(e.ShopID) {
			answer.Events = append(answer.Events, api.LiveEvent{Seq: e.Seq, Kind: api.LiveKind(e.Kind), ShopID: e.ShopID,
				At: e.At, Data: e.Data})
		}
	}
	answer.More = len(page.Events) == api.LivePage
	return httpio.WriteJSON(w, answer)
}
