package orders

import (
	"context"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

const (
	// reachEvery is how long the reach of orders is gathered for a single commit. Every screen tells of every new order:
	// a commit for each would make messages of the platform wait for the disk.
	reachEvery = time.Second
	// maxReach bounds what is gathered while the store fails. Later rows are dropped: a line of a story is missing then.
	maxReach = 10_000
)

// reachQueue gathers the reach of orders until it is saved.
type reachQueue struct {
	mu   sync.Mutex
	rows []store.OrderReach
}

// take empties the queue.
func (q *reachQueue) take() []store.OrderReach {
	q.mu.Lock()
	defer q.mu.Unlock()
	rows := q.rows
	q.rows = nil
	return rows
}

// NoteReach keeps how orders reached devices, soon and without waiting for the store.
func (s *Service) NoteReach(rows ...store.OrderReach) {
	q := &s.reached
	q.mu.Lock()
	defer q.mu.Unlock()
	q.rows = append(q.rows, rows[:min(len(rows), maxReach-len(q.rows))]...)
}

// noteReach keeps how orders reached the device of a request.
func (s *Service) noteReach(r *http.Request, how api.Reach, orders []api.OrderRef) {
	row := store.OrderReach{How: string(how), At: s.millis(), Agent: auth.Agent(r.UserAgent())}
	if p := auth.PrincipalFrom(r.Context()); p != nil {
		row.Device, row.Operator = p.Device(), p.Name
	}
	rows := make([]store.OrderReach, 0, len(orders))
	for _, o := range orders {
		row.ShopID, row.OrderID = o.ShopID, o.OrderID
		rows = append(rows, row)
	}
	s.NoteReach(rows...)
}

// saveReach saves what was gathered, in one transaction. After a failure the rows wait for the next look.
func (s *Service) saveReach(ctx context.Context) error {
	rows := s.reached.take()
	if len(rows) == 0 {
		return nil
	}
	err := s.Store.AddReach(ctx, rows)
	if err != nil {
		s.NoteReach(rows...)
	}
	return err
}

// endReach saves what was gathered since the last look.
func (s *Service) endReach(ctx context.Context) {
	ctx, cancel := context.WithTimeout(ctx, saveWithin)
	defer cancel()
	if err := s.saveReach(ctx); err != nil {
		s.Logger.WarnContext(ctx, "orders: reach not kept", "err", err)
	}
}

// toldByDevices are the ways that devices tell.
var toldByDevices = []api.Reach{api.ReachRang, api.ReachNobody, api.ReachOff, api.ReachBrowser, api.ReachSeen,
	api.ReachNotified, api.ReachInSight}

// HandleReached takes how orders reached the caller's device ([api.PathOrdersReached]).
func (s *Service) HandleReached(w http.ResponseWriter, r *http.Request) error {
	request, err := httpio.Decode[api.OrdersReached](w, r)
	if err != nil {
		return err
	}
	if !slices.Contains(toldByDevices, request.How) || len(request.Orders) > api.MaxReached {
		return httpio.Refusal(api.CodeMalformed, "An order reaches a device in a known way, and not so many orders at once.")
	}
	may := map[int64]bool{}
	for _, o := range request.Orders {
		if may[o.ShopID] {
			continue
		}
		scope, err := s.Authoriser.Scope(r.Context(), o.ShopID, platform.PermissionOrderView)
		if err != nil {
			return err
		}
		may[scope.ShopID()] = true
	}
	s.noteReach(r, request.How, request.Orders)
	return httpio.WriteJSON(w, struct{}{})
}

// shownReach is the reach of an order as its page shows it.
func shownReach(rows []store.OrderReach) (shown []api.OrderReached) {
	for _, r := range rows {
		shown = append(shown, api.OrderReached{How: api.Reach(r.How), At: r.At, By: r.Operator, Agent: r.Agent})
	}
	return shown
}
