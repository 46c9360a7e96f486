package server_test

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
)

const (
	shopID  = 100001
	orderID = 9007199254740993 // beyond 2^53
	// patience is how long a test waits for an expected event before it fails. A read of an order that failed on a busy
	// machine is tried again after up to two minutes.
	patience = 3 * time.Minute
	// never is a heartbeat that no test reaches. At a heartbeat the store is asked who reads, and a stream ends if the
	// machine stands still then: a browser comes back, and a test doesn't.
	never = time.Hour
)

// kitchen is a console whose platform has orders.
type kitchen struct {
	*bench
	far *orderstest.Platform
	n   int
}

func newKitchen(t testing.TB, change func(*server.Options)) *kitchen {
	t.Helper()
	k := &kitchen{far: &orderstest.Platform{}}
	var far http.Handler = k.far
	k.bench = open(t, func(o *server.Options) {
		o.Platform.AppID = sandbox.DemoAppID
		o.Heartbeat = never
		if change != nil {
			change(o)
		}
		if o.Now != nil { // for the platform, too
			k.far.Now, k.far.Rest.(*sandbox.Sandbox).Clock = o.Now, clock(o.Now)
		}
	}, func(box http.Handler) http.Handler { k.far.Rest = box; return far })
	return k
}

type clock func() time.Time

func (c clock) Now() time.Time { return c() }

// place has a customer place an order, and the platform push it.
func (k *kitchen) place(id int64) {
	k.t.Helper()
	now := time.Now()
	k.far.Put(orderstest.NewOrder(shopID, id, now))
	k.push(platform.EventOrderPlaced, orderstest.Event(shopID, id, platform.OrderPlaced, now))
}

// push delivers a message until it is accepted.
func (k *kitchen) push(event platform.Event, message any) {
	k.t.Helper()
	k.n++
	k.accepted(orderstest.Message(k.console.HookURL(), sandbox.DemoClientSecret, orderstest.ID(k.n), event, shopID,
		message, time.Now()))
}

// accepted delivers a message again while the console has no time for it, as the platform does: a machine may stand
// still for longer than a message may take.
func (k *kitchen) accepted(body []byte) {
	k.t.Helper()
	status, text := k.deliver(body)
	for deadline := time.Now().Add(patience); status == http.StatusServiceUnavailable && time.Now().Before(deadline); {
		status, text = k.deliver(body)
	}
	if status != http.StatusOK || text != `{"code":0}` {
		k.t.Fatalf("the message was answered with %d %s: %s", status, text, body)
	}
}

func (k *kitchen) deliver(body []byte) (int, string) {
	k.t.Helper()
	return k.do(http.DefaultClient, http.MethodPost, strings.TrimPrefix(k.console.HookURL(), k.web.URL+mount), body,
		http.Header{"Content-Type": {"application/json"}})
}

// told is an event of a stream.
type told struct {
	ID   string
	Kind api.LiveKind
	Data string
}

func (e told) order(t testing.TB) (o api.Order) {
	t.Helper()
	var live api.LiveEvent
	if err := json.Unmarshal([]byte(e.Data), &live); err != nil {
		t.Fatalf("%s: %v", e.Data, err)
	}
	if err := json.Unmarshal(live.Data, &o); err != nil {
		t.Fatalf("%s: %v", e.Data, err)
	}
	return o
}

// screen reads a stream.
type screen struct {
	t       testing.TB
	lines   *bufio.Scanner
	cancel  context.CancelFunc
	patient *time.Timer // ends the stream when what is waited for takes longer than patience
	body    *http.Response
}

func (k *kitchen) screen(c *http.Client, query string) *screen {
	k.t.Helper()
	return k.screenAt(c, k.web.URL, query)
}

// screenWithOrder is screen, on which an order waits to be accepted.
func (k *kitchen) screenWithOrder(c *http.Client) *screen {
	k.t.Helper()
	s := k.screen(c, "")
	k.place(orderID)
	s.order(column(api.ColumnNew))
	return s
}

// screenAt reads a stream of the console at another address.
func (k *kitchen) screenAt(c *http.Client, base, query string) *screen {
	k.t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	patient := time.AfterFunc(patience, cancel)
	defer patient.Stop()
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, base+mount+api.PathLive+query, nil)
	if err != nil {
		k.t.Fatal(err)
	}
	res, err := c.Do(r)
	for try := 1; err == nil && res.StatusCode == http.StatusServiceUnavailable && try < servertest.Tries; try++ {
		_ = res.Body.Close()
		res, err = c.Do(r)
	}
	if err != nil {
		k.t.Fatal(err)
	}
	k.t.Cleanup(func() { cancel(); _ = res.Body.Close() })
	if res.StatusCode != http.StatusOK || !strings.HasPrefix(res.Header.Get("Content-Type"), "text/event-stream") {
		k.t.Fatalf("stream: %d %s", res.StatusCode, res.Header)
	}
	return &screen{t: k.t, lines: bufio.NewScanner(res.Body), cancel: cancel, patient: patient, body: res}
}

// next reads the next event; false at the stream's end.
func (s *screen) next() (e told, ok bool) {
	s.patient.Reset(patience)
	defer s.patient.Stop()
	return s.scan()
}

func (s *screen) scan() (e told, ok bool) {
	for s.lines.Scan() {
		name, value, _ := strings.Cut(s.lines.Text(), ": ")
		switch name {
		case "id":
			e.ID = value
		case "event":
			e.Kind = api.LiveKind(value)
		case "data":
			e.Data = value
		case "":
			return e, true
		}
	}
	return e, false
}

// until reads on to the first event that fits. Others, such as those of the connection, don't prolong its patience.
func (s *screen) until(fits func(e told) bool) told {
	s.t.Helper()
	s.patient.Reset(patience)
	defer s.patient.Stop()
	for {
		e, ok := s.scan()
		if !ok {
			s.t.Fatalf("the stream ended: %v", s.lines.Err())
		}
		if fits(e) {
			return e
		}
	}
}

// order reads on to the first order that fits.
func (s *screen) order(fits func(o api.Order) bool) (o api.Order) {
	s.t.Helper()
	s.until(func(e told) bool {
		if e.Kind != api.LiveOrder {
			return false
		}
		o = e.order(s.t)
		return fits(o)
	})
	return o
}

func read[T any](b *bench, c *http.Client, path string) (v T) {
	b.t.Helper()
	status, body := b.do(c, http.MethodGet, path, nil, nil)
	if status != http.StatusOK {
		b.t.Fatalf("%s: %d %s\n%s", path, status, body, b.log)
	}
	if err := json.Unmarshal([]byte(body), &v); err != nil {
		b.t.Fatalf("%s: %v", path, err)
	}
	return v
}

// act performs an act on the order.
func (k *kitchen) act(c *http.Client, a api.ActOrder) (acted api.Acted, failure *api.Error) {
	k.t.Helper()
	a.ShopID = shopID
	if a.OrderID == 0 {
		a.OrderID = orderID
	}
	status, body := k.post(c, api.PathOrderAct, a)
	if status == http.StatusOK {
		if err := json.Unmarshal([]byte(body), &acted); err != nil {
			k.t.Fatal(err)
		}
		return acted, nil
	}
	failure = &api.Error{Status: status}
	if err := json.NewDecoder(bytes.NewReader([]byte(body))).Decode(failure); err != nil {
		k.t.Fatalf("%d %s", status, body)
	}
	return acted, failure
}
