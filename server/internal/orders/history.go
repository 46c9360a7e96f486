package orders

import (
	"cmp"
	"context"
	"iter"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// HandleHistory lists orders by date, state and text ([api.PathHistory]).
func (s *Service) HandleHistory(w http.ResponseWriter, r *http.Request) error {
	query, err := s.historyQuery(r)
	if err != nil {
		return err
	}
	limit := query.Limit
	query.Limit++ // an extra order shows whether there is a next page
	if query.behind.only != "" {
		query.Limit = max(query.Limit, scanned)
	}
	answer := api.History{Orders: []api.Order{}, Refunds: map[int64][]api.OrderRefund{}, Now: s.Millis()}
	for k, err := range s.fitting(r.Context(), query) {
		if err != nil {
			return err
		}
		if len(answer.Orders) == limit {
			last := answer.Orders[limit-1]
			answer.Next = strconv.FormatInt(last.PlacedAt, 36) + "." + strconv.FormatInt(last.OrderID, 36)
			break
		}
		answer.Orders = append(answer.Orders, k.Order)
		if len(k.Refunds) > 0 {
			answer.Refunds[k.OrderID] = k.Refunds
		}
	}
	return httpio.WriteJSON(w, answer)
}

// maxWords limits the words of a search. The store compares each word.
const maxWords = 12

// telling returns the distinct words of a search, longest first. The longest words of a pasted note
// are enough to find the order. The sign in front of a number isn't part of it.
func telling(text string) []string {
	words := strings.Fields(strings.ReplaceAll(searched(text), "#", " "))
	slices.SortFunc(words, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	words = slices.Compact(words)
	return words[:min(len(words), maxWords)]
}

// historyQuery is a query of the history. The dates are those of each shop's own calendar.
type historyQuery struct {
	store.OrderQuery

	shops    []api.Shop // with their time zones
	from, to string     // dates, both included; "" for no bound
	hour     int        // of each day, -1 for all
	behind   behind
}

func (s *Service) historyQuery(r *http.Request) (q historyQuery, err error) {
	if q.shops, err = s.shops(r); err != nil {
		return q, err
	}
	var problems api.Problems
	values := r.URL.Query()
	q.from, q.to, q.hour = values.Get("from"), values.Get("to"), -1
	q.Shops, q.Limit, q.Words = auth.IDs(q.shops), api.HistoryPage, telling(values.Get("q"))
	if utf8.RuneCountInString(values.Get("q")) > api.MaxFind {
		problems.Add("q", "too_long", api.MaxFind)
	}
	if text := values.Get("limit"); text != "" {
		n, err := strconv.Atoi(text)
		if err != nil || n < 1 || n > api.HistoryPages {
			problems.Add("limit", "range", 1, api.HistoryPages)
		}
		q.Limit = n
	}
	if text := values.Get("state"); text != "" {
		for stage := range strings.SplitSeq(text, ",") {
			if rank(api.Column(stage)) == 0 && stage != string(api.ColumnOther) {
				problems.Add("state", "state")
				break
			}
			q.Stages = append(q.Stages, stage)
		}
	}
	for _, bound := range []string{"from", "to"} {
		if text := values.Get(bound); text != "" {
			if _, ok := rules.ParseDate(text); !ok {
				problems.Add(bound, "date")
			}
		}
	}
	if text := values.Get("hour"); text != "" {
		first, ok1 := rules.ParseDate(q.from)
		last, ok2 := rules.ParseDate(q.to)
		n, err := strconv.Atoi(text)
		if !ok1 || !ok2 || err != nil || n < 0 || n > 23 || last.Days()-first.Days() >= api.HistoryHourDays {
			problems.Add("hour", "hour")
		}
		q.hour = n
	}
	var known bool
	if q.behind, known = behindOf(values); !known {
		problems.Add("only", "figure")
	}
	q.Odd = q.behind.odd()
	if text := values.Get("cursor"); text != "" {
		placed, order, ok := strings.Cut(text, ".")
		p, err1 := strconv.ParseInt(placed, 36, 64)
		o, err2 := strconv.ParseInt(order, 36, 64)
		if !ok || err1 != nil || err2 != nil || o <= 0 {
			problems.Add("cursor", "cursor")
		}
		q.AfterPlaced, q.AfterOrder = p, o
	}
	if len(problems) > 0 {
		return q, httpio.Invalid("The history can't be asked for like this.", problems...)
	}
	return q, nil
}

// scanned is how many orders are read at least to find those behind a figure.
const scanned = 500

// fitting lists the orders behind the asked figure, the newest first. It reads as many at once as the query's limit.
func (s *Service) fitting(ctx context.Context, q historyQuery) iter.Seq2[*orderState, error] {
	return func(yield func(*orderState, error) bool) {
		for {
			rows, err := s.history(ctx, q)
			if err != nil {
				yield(nil, httpio.Unavailable(err))
				return
			}
			for _, row := range rows {
				if k := s.listed(ctx, row); q.behind.fits(k) && !yield(k, nil) {
					return
				}
			}
			if len(rows) < q.Limit {
				return
			}
			last := rows[len(rows)-1]
			q.AfterPlaced, q.AfterOrder = last.PlacedAt, last.OrderID
		}
	}
}

// history queries the store. With dates, each time zone is queried separately, because a day
// begins at a different moment in each zone.
func (s *Service) history(ctx context.Context, q historyQuery) ([]store.Order, error) {
	if q.from == "" && q.to == "" {
		return s.Store.History(ctx, q.OrderQuery)
	}
	byZone := map[string][]int64{}
	var zones []string
	for _, shop := range q.shops {
		if byZone[shop.Zone] == nil {
			zones = append(zones, shop.Zone)
		}
		byZone[shop.Zone] = append(byZone[shop.Zone], shop.ShopID)
	}
	var all []store.Order
	for _, name := range zones {
		zone, _ := rules.LoadLocation(name)
		q.Shops, q.From, q.To = byZone[name], midnight(q.from, 0, zone), midnight(q.to, 1, zone)
		q.Hours = hoursOf(q, zone)
		if q.hour >= 0 && len(q.Hours) == 0 {
			continue
		}
		rows, err := s.Store.History(ctx, q.OrderQuery)
		if err != nil {
			return nil, err
		}
		all = append(all, rows...)
	}
	sortNewest(all)
	return all[:min(len(all), q.Limit)], nil
}

// hoursOf lists when the asked hour of each day is, on a zone's clock; none for whole days. An hour that a clock change
// repeats is both of them.
func hoursOf(q historyQuery, zone rules.Zone) (hours []store.Span) {
	if q.hour < 0 {
		return nil
	}
	date, _ := rules.ParseDate(q.from)
	last, _ := rules.ParseDate(q.to)
	const step, look = 30 * 60_000, 3 * 3600_000 // milliseconds; clocks change by no less than a step
	for ; !last.Before(date); date = date.AddDays(1) {
		start := rules.Instant(date, q.hour*3600, zone)
		for at := start - look; at < start+look; at += step {
			if on, second := rules.Local(at, zone); on != date || second/3600 != q.hour {
				continue
			}
			if n := len(hours); n > 0 && hours[n-1].To == at {
				hours[n-1].To += step
				continue
			}
			hours = append(hours, store.Span{From: at, To: at + step})
		}
	}
	return hours
}

// midnight is when the day begins that is so many days after a date, 0 for no date.
func midnight(date string, days int, zone rules.Zone) int64 {
	day, ok := rules.ParseDate(date)
	if !ok {
		return 0
	}
	return rules.Instant(day.AddDays(days), 0, zone)
}
