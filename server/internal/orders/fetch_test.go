package orders

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"slices"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/time/rate"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
)

// plain seals nothing.
type plain struct{}

func (plain) Seal(text []byte, _ string) (string, error) { return string(text), nil }
func (plain) Open(text, _ string) ([]byte, error)        { return []byte(text), nil }

const (
	readRecord   = `{"baseOrder":{"status":10},"products":[{"name":"Tea","count":2}]}`
	recordAnswer = `{"code":0,"message":"","data":` + readRecord + `}`
)

// reading is a service with a store, whose platform answers with the text.
func reading(t *testing.T) (s *Service, answer *atomic.Value) {
	t.Helper()
	answer = new(atomic.Value)
	answer.Store(recordAnswer)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		text, _ := answer.Load().(string)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(web.Close)
	db := sqlitetest.Open(t)
	return &Service{reads: background.New(background.Config{}), Options: Options{
		Platform: &platform.HTTPTransport{BaseURL: web.URL + "/open"}, Store: db, Audit: db, Sealer: plain{},
		Base: background.Base{Now: time.Now, Logger: slog.New(slog.DiscardHandler)},
	}}, answer
}

// The bug: whether an answer without data replaces a record was decided by the order as it was before the platform was
// asked, so that such an answer replaced a record that was read meanwhile.
func TestAnswerWithoutDataLeavesARecordThatWasReadMeanwhile(t *testing.T) {
	t.Parallel()
	s, answer := reading(t)
	answer.Store(`{"code":0,"message":"","data":null}`)
	empty, err := s.read(t.Context(), 1, 2)
	if err != nil {
		t.Fatal(err)
	}
	answer.Store(recordAnswer)
	if _, err := s.fetch(t.Context(), 1, 2); err != nil {
		t.Fatal(err)
	}
	empty.at = s.Millis() // both reads were under way at once
	if _, err := s.take(t.Context(), 1, 2, empty); err != nil {
		t.Fatal(err)
	}
	if d, err := s.present(t.Context(), 1, 2); err != nil || len(d.Items) != 1 || d.row.Record != readRecord {
		t.Errorf("%+v, %v", d, err)
	}
}

// The bug: a platform that pushes an order before it can answer for it had the order without items, on screens and on
// tickets, until the next usual read: up to ten minutes once it was accepted. A ticket printed meanwhile was empty, and
// the words of a station in the kitchen hid the order. A platform that never has data isn't waited for.
func TestOrderWithoutDataIsReadAgainSoon(t *testing.T) {
	t.Parallel()
	for status, column := range map[int]api.Column{10: api.ColumnNew, 30: api.ColumnPreparing, 40: api.ColumnDone} {
		s, answer := reading(t)
		answer.Store(`{"code":0,"message":"","data":null}`)
		h := PushedEvent{Event: platform.EventOrderPlaced, ShopID: 1, OrderID: 2, MessageID: "m", CameAt: s.Millis()}
		h.Said.Status = platform.OrderStatus(status)
		if err := s.ApplyEvents(t.Context(), []PushedEvent{h}); err != nil {
			t.Fatal(err)
		}
		var partial []bool
		for range 4 {
			if _, err := s.fetch(t.Context(), 1, 2); err != nil {
				t.Fatal(err)
			}
			d, err := s.present(t.Context(), 1, 2)
			partial = append(partial, err == nil && d.Partial)
		}
		if !slices.Equal(partial, []bool{true, true, false, false}) {
			t.Errorf("%s: waits for data: %v", column, partial)
		}
		d, err := s.present(t.Context(), 1, 2)
		again := d.row.DueAt - d.row.ReadAt
		if soon := 4000 <= again && again < 30_000; err != nil || d.Column != column || soon != column.Open() {
			t.Errorf("%s is read again after %d ms, %v", d.Column, again, err)
		}
	}
}

// The bug: the twentieth answer without data counted as a refusal for good, and the open order was read no more.
func TestOpenOrderIsReadAgainAfterManyAnswersWithoutData(t *testing.T) {
	t.Parallel()
	s, answer := reading(t)
	if _, err := s.fetch(t.Context(), 1, 2); err != nil {
		t.Fatal(err)
	}
	for text, again := range map[string]bool{
		`{"code":0,"message":"","data":null}`:   true,
		`<html>Bad gateway</html>`:              true,
		`{"code":77,"message":"no such order"}`: false,
	} {
		answer.Store(text)
		for range 30 {
			if _, err := s.fetch(t.Context(), 1, 2); err == nil {
				t.Fatal("no failure")
			}
		}
		if d, err := s.present(t.Context(), 1, 2); err != nil || (d.row.DueAt != 0) != again {
			t.Errorf("%s: due at %d, %v", text, d.row.DueAt, err)
		}
	}
}

// The bug: a platform that was under maintenance for half an hour, or took no more calls, counted as refusing for good,
// and no open order was read again until the console was started anew.
func TestOpenOrderIsReadAgainAfterALongOutage(t *testing.T) {
	t.Parallel()
	for _, status := range []int{http.StatusServiceUnavailable, http.StatusTooManyRequests} {
		s, _ := reading(t)
		if _, err := s.fetch(t.Context(), 1, 2); err != nil {
			t.Fatal(err)
		}
		web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
			w.WriteHeader(status)
			_, _ = io.WriteString(w, `{"code":500,"message":"try again later"}`)
		}))
		t.Cleanup(web.Close)
		s.Platform = &platform.HTTPTransport{BaseURL: web.URL + "/open"}
		for range 30 {
			if _, err := s.fetch(t.Context(), 1, 2); err == nil {
				t.Fatal("no failure")
			}
		}
		if d, err := s.present(t.Context(), 1, 2); err != nil || d.row.DueAt == 0 {
			t.Errorf("status %d: due at %d, %v", status, d.row.DueAt, err)
		}
	}
}

// paced is a rate that a platform has slowed down.
type paced struct{ waits int }

func (*paced) Slowed() bool { return true }

func (p *paced) Wait(context.Context) error { p.waits++; return nil }

// A platform that takes no more calls is read at the common rate, few orders at once, and says nothing of an order
// whose content is known. Bug: after a restart on a platform that takes ten calls a second the reads of 600 open orders
// came in waves of a hundred a second; it refused nine of ten, and screens were told of each refused order.
func TestBusyPlatformIsReadAtTheCommonRate(t *testing.T) {
	t.Parallel()
	s, _ := reading(t)
	pace := &paced{}
	s.Rate, s.pace = pace, rate.NewLimiter(rate.Inf, 1)
	for order := range int64(2 * slowHands) {
		if _, err := s.fetch(t.Context(), 1, order+1); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.AskAgain(t.Context()); err != nil {
		t.Fatal(err)
	}
	due, err := s.due(t.Context(), hands)
	if err != nil || len(due) != slowHands {
		t.Fatalf("%d orders are read at once, %v", len(due), err)
	}
	if more, err := s.due(t.Context(), hands-slowHands); err != nil || len(more) != 0 {
		t.Errorf("%d orders beside them, %v", len(more), err)
	}
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.WriteHeader(http.StatusTooManyRequests)
	}))
	t.Cleanup(web.Close)
	s.Platform = &platform.HTTPTransport{BaseURL: web.URL + "/open"}
	before := servertest.Must(s.present(t.Context(), 1, due[0].OrderID))(t)
	if err := s.readDue(t.Context(), due[0]); err != nil || pace.waits != 1 {
		t.Errorf("%d waits, %v", pace.waits, err)
	}
	d := servertest.Must(s.present(t.Context(), 1, due[0].OrderID))(t)
	if d.Trouble || d.Version != before.Version || d.row.DueAt <= due[0].DueAt {
		t.Errorf("%+v due at %d", d.Order, d.row.DueAt)
	}
}

// An order that has ended, and of which nothing was heard since, takes few reads from the others when the platform is
// down. One whose customer has asked for a refund since is read again within minutes.
func TestEndedOrderIsReadAgainSeldom(t *testing.T) {
	t.Parallel()
	for name, asked := range map[string]int{"ended": 0, "ended, with news": 1} {
		s, answer := reading(t)
		answer.Store(`{"code":0,"message":"","data":{"baseOrder":{"status":40}}}`)
		if _, err := s.fetch(t.Context(), 1, 2); err != nil {
			t.Fatal(err)
		}
		if _, err := s.change(t.Context(), 1, 2, func(d *orderUpdate) (bool, error) {
			d.Asked += asked
			return true, nil
		}); err != nil {
			t.Fatal(err)
		}
		answer.Store(`<html>Bad gateway</html>`)
		for range 20 {
			from := s.Millis() + store.PutOffEnded.Milliseconds()
			_, _ = s.fetch(t.Context(), 1, 2)
			if d, err := s.present(t.Context(), 1, 2); err != nil || (d.row.DueAt >= from) != (asked == 0) {
				t.Fatalf("%s: after %d failures it is read again at %d, want %d, %v", name, d.Tries, d.row.DueAt, from, err)
			}
		}
	}
}

// The platform's answers tell a time by which its messages would be refused: that isn't its clock. Bug: each order was
// too late as it came, where a gateway tells the local hour as UTC.
func TestOrderDoesNotWaitByAClockThatMessagesContradict(t *testing.T) {
	t.Parallel()
	for ahead, counts := range map[time.Duration]bool{
		6 * time.Minute: true, -3 * time.Minute: true, 20 * time.Minute: false, -8 * time.Hour: false,
	} {
		s, answer := reading(t)
		s.Ahead = func() time.Duration { return ahead }
		placed := s.Millis()
		answer.Store(fmt.Sprintf(`{"code":0,"message":"","data":{"baseOrder":{"status":10,"ctime":%d}}}`, placed))
		if _, err := s.fetch(t.Context(), 1, 2); err != nil {
			t.Fatal(err)
		}
		d, err := s.present(t.Context(), 1, 2)
		if err != nil || (d.AcceptBy-d.PlacedAt == api.AcceptWithin) == counts || d.PlacedAt != placed {
			t.Errorf("%v ahead, the order waits until %d, %v", ahead, d.AcceptBy, err)
		}
	}
}

// A new order is read again as often as any other one, however long the platform was down. The bug: after an outage of
// three minutes the next read came two minutes later, when the platform had cancelled the orders that a rule accepts.
func TestNewOrderIsReadAgainBeforeItLapses(t *testing.T) {
	t.Parallel()
	for status, most := range map[platform.OrderStatus]int64{
		platform.OrderPlaced: watchNew.Milliseconds(), platform.OrderAccepted: 120_000,
	} {
		s, answer := reading(t)
		answer.Store(`<html>Bad gateway</html>`)
		h := PushedEvent{Event: platform.EventOrderPlaced, ShopID: 1, OrderID: 2, MessageID: "m", CameAt: s.Millis()}
		h.Said.Status = status
		if err := s.ApplyEvents(t.Context(), []PushedEvent{h}); err != nil {
			t.Fatal(err)
		}
		for range 9 {
			_, _ = s.fetch(t.Context(), 1, 2)
		}
		from := s.Millis() + most
		_, _ = s.fetch(t.Context(), 1, 2)
		if d, err := s.present(t.Context(), 1, 2); err != nil || d.row.DueAt < from || d.row.DueAt > s.Millis()+most {
			t.Errorf("%s is read again at %d, want %d, %v", d.Column, d.row.DueAt, from, err)
		}
	}
}
