package orders

import (
	"cmp"
	"context"
	"encoding/json"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandleBoard lists the orders of one shop, or of all shops whose orders the caller may see
// ([api.PathOrders]).
func (s *Service) HandleBoard(w http.ResponseWriter, r *http.Request) error {
	shops, err := s.shops(r)
	if err != nil {
		return err
	}
	// Read the log's end first: orders saved after this read arrive again as events.
	page, err := s.Store.Events(r.Context(), 0, 0)
	if err != nil {
		return httpio.Unavailable(err)
	}
	since := s.Now().Add(-api.BoardHours * time.Hour).UnixMilli()
	rows, err := s.Store.Board(r.Context(), auth.IDs(shops), since, api.BoardEnded+1)
	if err != nil {
		return httpio.Unavailable(err)
	}
	answer := api.Orders{Orders: make([]api.Order, 0, len(rows)), Seq: page.Head, Now: s.millis()}
	ended := 0
	for i := len(rows) - 1; i >= 0; i-- { // only the newest ended orders stay
		k, err := unpack(rows[i])
		if err != nil {
			return err
		}
		if !k.Column.Open() && rows[i].AskedAt == 0 {
			if ended++; ended > api.BoardEnded {
				answer.More = true
				continue
			}
		}
		answer.Orders = append(answer.Orders, k.Order)
	}
	for i, j := 0, len(answer.Orders)-1; i < j; i, j = i+1, j-1 {
		answer.Orders[i], answer.Orders[j] = answer.Orders[j], answer.Orders[i]
	}
	if s.Hearing != nil {
		if hearing, err := s.Hearing(r.Context()); err == nil {
			answer.Hooks = &hearing
		}
	}
	return httpio.WriteJSON(w, answer)
}

// shops returns the shop named by the query, or all shops whose orders the caller may see.
func (s *Service) shops(r *http.Request) ([]api.Shop, error) {
	return auth.AskedShops(r.Context(), s.Authoriser, r.URL.Query().Get("shop"), platform.PermissionOrderView)
}

// HandleHistory lists orders by day, state and text ([api.PathHistory]).
func (s *Service) HandleHistory(w http.ResponseWriter, r *http.Request) error {
	shops, err := s.shops(r)
	if err != nil {
		return err
	}
	query, problems := s.historyQuery(r, shops)
	if len(problems) > 0 {
		return httpio.Invalid("The history can't be asked for like this.", problems...)
	}
	limit := query.Limit
	query.Limit++ // an extra row shows whether there is a next page
	rows, err := s.history(r.Context(), query, r.URL.Query().Get("day"), shops)
	if err != nil {
		return httpio.Unavailable(err)
	}
	answer := api.History{Orders: []api.Order{}, Now: s.millis()}
	if len(rows) > limit {
		rows = rows[:limit]
		last := rows[limit-1]
		answer.Next = strconv.FormatInt(last.PlacedAt, 36) + "." + strconv.FormatInt(last.OrderID, 36)
	}
	for _, row := range rows {
		k, err := unpack(row)
		if err != nil {
			return err
		}
		answer.Orders = append(answer.Orders, k.Order)
	}
	return httpio.WriteJSON(w, answer)
}

// maxWords limits the words of a search. The store compares each word.
const maxWords = 12

// telling returns the distinct words of a search, longest first. The longest words of a pasted note
// are enough to find the order.
func telling(text string) []string {
	words := strings.Fields(searched(text))
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	words = slices.Compact(words)
	return words[:min(len(words), maxWords)]
}

func (s *Service) historyQuery(r *http.Request, shops []api.Shop) (q store.OrderQuery, problems []api.Problem) {
	wrong := func(path, code string, args ...any) {
		problems = append(problems, api.Problem{Path: path, Code: code, Args: args})
	}
	values := r.URL.Query()
	q = store.OrderQuery{Shops: auth.IDs(shops), Limit: api.HistoryPage, Words: telling(values.Get("q"))}
	if utf8.RuneCountInString(values.Get("q")) > api.MaxFind {
		wrong("q", "too_long", api.MaxFind)
	}
	if text := values.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > api.HistoryPages {
			wrong("limit", "range", 1, api.HistoryPages)
		}
		q.Limit = n
	}
	if text := values.Get("state"); text != "" {
		for stage := range strings.SplitSeq(text, ",") {
			if rank(api.Column(stage)) == 0 && stage != string(api.ColumnOther) {
				wrong("state", "state")
				break
			}
			q.Stages = append(q.Stages, stage)
		}
	}
	if text := values.Get("day"); text != "" {
		if _, err := time.Parse(time.DateOnly, text); err != nil {
			wrong("day", "date")
		}
	}
	if text := values.Get("cursor"); text != "" {
		placed, order, ok := strings.Cut(text, ".")
		p, err1 := strconv.ParseInt(placed, 36, 64)
		o, err2 := strconv.ParseInt(order, 36, 64)
		if !ok || err1 != nil || err2 != nil || o <= 0 {
			wrong("cursor", "cursor")
		}
		q.AfterPlaced, q.AfterOrder = p, o
	}
	return q, problems
}

// history queries the store. With a day, each time zone is queried separately, because the day
// begins at a different moment in each zone.
func (s *Service) history(ctx context.Context, q store.OrderQuery, day string,
	shops []api.Shop) ([]store.Order, error) {
	if day == "" {
		return s.Store.History(ctx, q)
	}
	byZone := map[string][]int64{}
	var zones []string
	for _, shop := range shops {
		if byZone[shop.Zone] == nil {
			zones = append(zones, shop.Zone)
		}
		byZone[shop.Zone] = append(byZone[shop.Zone], shop.ShopID)
	}
	var all []store.Order
	for _, name := range zones {
		zone, _ := rules.LoadLocation(name)
		start, err := time.ParseInLocation(time.DateOnly, day, zone.Location)
		if err != nil {
			return nil, err
		}
		q.Shops, q.From, q.To = byZone[name], start.UnixMilli(), start.AddDate(0, 0, 1).UnixMilli()
		rows, err := s.Store.History(ctx, q)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	sortNewest(all)
	return all[:min(len(all), q.Limit)], nil
}

// shownTimeline decodes an order's timeline.
func shownTimeline(moments []store.OrderMoment) ([]api.TimelineEntry, error) {
	all := make([]api.TimelineEntry, 0, len(moments))
	for _, m := range moments {
		var e api.TimelineEntry
		if err := json.Unmarshal(m.Data, &e); err != nil {
			return nil, err
		}
		all = append(all, e)
	}
	return all, nil
}
