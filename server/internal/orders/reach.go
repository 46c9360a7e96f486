package orders

import (
	"context"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/background"
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

// reachOf is how an order reaches the device of a request now.
func (s *Service) reachOf(r *http.Request, how api.Reach, shopID, orderID int64) store.OrderReach {
	row := store.OrderReach{ShopID: shopID, OrderID: orderID, How: string(how), At: s.Millis(),
		Agent: auth.Agent(r.UserAgent())}
	if p := auth.PrincipalFrom(r.Context()); p != nil {
		row.Device, row.Operator = p.DeviceName(), p.Name
	}
	return row
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
	ctx, cancel := context.WithTimeout(ctx, background.SaveWithin)
	defer cancel()
	if err := s.saveReach(ctx); err != nil {
		s.Logger.WarnContext(ctx, "orders: reach not kept", "err", err)
	}
}

// toldByDevices are the ways that devices tell.
var toldByDevices = []api.Reach{api.ReachRang, api.ReachNobody, api.ReachOff, api.ReachBrowser, api.ReachSeen,
	api.ReachNotified, api.ReachInSight}

var errReached = httpio.Refusal(api.CodeMalformed, "Tell how orders reached this device as REACH.SHOP.ORDER,…")

// HandleReached takes how orders reached the caller's device ([api.PathOrdersReached]).
func (s *Service) HandleReached(w http.ResponseWriter, r *http.Request) error {
	all := strings.Split(r.URL.Query().Get("told"), ",")
	if len(all) > api.MaxReached {
		return errReached
	}
	may := map[int64]bool{}
	rows := make([]store.OrderReach, 0, len(all))
	for _, one := range all {
		how, of, _ := strings.Cut(one, ".")
		shop, order, _ := strings.Cut(of, ".")
		shopID, err := strconv.ParseInt(shop, 10, 64)
		orderID, failed := strconv.ParseInt(order, 10, 64)
		if err != nil || failed != nil || !slices.Contains(toldByDevices, api.Reach(how)) {
			return errReached
		}
		if !may[shopID] {
			if _, err := s.Authoriser.Scope(r.Context(), shopID, platform.PermissionOrderView); err != nil {
				return err
			}
			may[shopID] = true
		}
		rows = append(rows, s.reachOf(r, api.Reach(how), shopID, orderID))
	}
	s.NoteReach(rows...)
	return httpio.WriteJSON(w, struct{}{})
}

// lateMessage is how long after its order a message comes late.
const lateMessage = time.Minute

// shownReach is how an order reached devices, as its page shows it.
func shownReach(rows []store.OrderReach) (shown []api.TimelineEntry) {
	for _, r := range rows {
		shown = append(shown, api.TimelineEntry{At: r.At, What: api.TimelineKind(r.How), Text: deviceOf(r)})
	}
	return shown
}

// deviceOf names a device by its operator, browser and system.
func deviceOf(r store.OrderReach) string {
	if r.Operator == "" || r.Agent == "" {
		return r.Operator + r.Agent
	}
	return r.Operator + " · " + r.Agent
}
