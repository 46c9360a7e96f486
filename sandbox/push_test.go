package sandbox_test

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// receiver is somebody's webhook receiver.
type receiver struct {
	url string

	mu       sync.Mutex
	messages []platform.Webhook
	beats    int
	answer   func(n int) (status int, body string) // to message n
	forged   int
}

func listen(t *testing.T) *receiver {
	t.Helper()
	r := &receiver{answer: func(int) (int, string) { return 200, `{"code":0}` }}
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		body, err := io.ReadAll(req.Body)
		if err != nil || req.Method != http.MethodPost ||
			req.Header.Get("Content-Type") != "application/json; charset=utf-8" {
			t.Errorf("received %s %q, %v", req.Method, req.Header.Get("Content-Type"), err)
		}
		r.mu.Lock()
		defer r.mu.Unlock()
		if len(body) == 0 {
			r.beats++
			_, _ = io.WriteString(w, `{"code":0}`)
			return
		}
		var m platform.Webhook
		if err := platform.DecodeStrict(body, &m); err != nil {
			t.Errorf("%s: %v", body, err)
		}
		if m.Sig != platform.SuffixSignature(r.url, m.SignedFields(), sandbox.DemoClientSecret) {
			r.forged++
		}
		status, text := r.answer(len(r.messages))
		r.messages = append(r.messages, m)
		w.WriteHeader(status)
		_, _ = io.WriteString(w, text)
	}))
	t.Cleanup(server.Close)
	r.url = server.URL + "/hooks/1"
	return r
}

func (r *receiver) events() (events []platform.Event) {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, m := range r.messages {
		events = append(events, m.EventID)
	}
	return events
}

// orderEvent decodes the message at that position.
func (r *receiver) orderEvent(t *testing.T, at int) platform.OrderEvent {
	t.Helper()
	r.mu.Lock()
	defer r.mu.Unlock()
	var e platform.OrderEvent
	if err := json.Unmarshal([]byte(r.messages[at].Message), &e); err != nil {
		t.Fatal(err)
	}
	return e
}

// pushing is a sandbox that pushes to a receiver.
func pushing(t *testing.T) (*sandbox.Sandbox, *sandbox.VirtualClock, *receiver, func(d time.Duration)) {
	t.Helper()
	r := listen(t)
	clock := sandbox.NewVirtualClock(noon)
	s := &sandbox.Sandbox{Clock: clock}
	if err := s.SetCallback(r.url); err != nil {
		t.Fatal(err)
	}
	return s, clock, r, func(d time.Duration) {
		t.Helper()
		clock.Advance(d)
		if err := s.Step(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
}

func must(t *testing.T, errs ...error) {
	t.Helper()
	for _, err := range errs {
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestEveryEventIsPushed(t *testing.T) {
	t.Parallel()
	s, clock, r, step := pushing(t)
	id, err := s.Place(sandbox.Placement{ShopID: central, Kind: sandbox.OrderDelivery})
	must(t, err)
	step(0)
	clock.Advance(time.Second)
	must(t, s.AcceptOnPOS(id), s.PrepareOnPOS(id), s.MoveRider(id, platform.RiderAssigned, "Sam", "852-55512345"),
		s.MoveRider(id, platform.RiderAtShop, "", ""), s.MoveRider(id, platform.RiderPickedUp, "", ""),
		s.MoveRider(id, platform.RiderDelivered, "", ""))
	o, _ := s.Order(id)
	must(t, s.RequestRefund(id, []platform.RefundLine{{OrderProductID: o.Products[0].ID, RefundCount: 1}}, "missing"),
		s.DecideRefund(id, true), s.RequestRefund(id, nil, "cold"), s.CancelOrder(id, platform.OpSupport, "sorry"),
		s.ChangeHours(central, sandbox.CloseEarlier), s.SuspendShop(central), s.SuspendShop(central), s.BindPictures(central))
	step(0)
	want := []platform.Event{1001, 1002, 1006, 1006, 1006, 1006, 1003, 1007, 1005, 1004, 1101, 1102, 1201}
	if diff := cmp.Diff(want, r.events()); diff != "" {
		t.Fatalf("events (-want +got):\n%s", diff)
	}
	if r.forged > 0 || r.beats == 0 {
		t.Errorf("%d signatures are wrong, %d heartbeats", r.forged, r.beats)
	}
	checkMessages(t, r, id)
}

// checkMessages checks that the messages say what they are about.
func checkMessages(t *testing.T, r *receiver, id int64) {
	t.Helper()
	times := map[string]bool{}
	for at, m := range r.messages {
		if !m.EventID.OfOrder() {
			continue
		}
		e := r.orderEvent(t, at)
		if e.OrderViewID != id || e.ShopID != central || m.ShopID != central || m.AppID != sandbox.DemoAppID ||
			m.MessageID == "" {
			t.Errorf("event %d is about order %d of shop %d", m.EventID, e.OrderViewID, e.ShopID)
		}
		// Receivers tell a repeat by these.
		key := fmt.Sprint(m.EventID, e.Status, e.OpTime)
		if times[key] {
			t.Errorf("event %s twice", key)
		}
		times[key] = true
	}
	var placed platform.Order
	must(t, json.Unmarshal([]byte(r.messages[0].Message), &placed))
	if placed.Base.OrderViewID != id || len(placed.Products) == 0 {
		t.Error("the new order's record isn't in its event")
	}
	if rider := r.orderEvent(t, 2); rider.LogisticsStatus == nil || *rider.LogisticsStatus != platform.RiderAssigned ||
		rider.CourierName != "Sam" {
		t.Errorf("rider %+v", rider)
	}
	if part := r.orderEvent(t, 7); len(part.RefundProducts) != 1 || part.Money <= 0 || part.Currency != "HKD" ||
		part.ApplyReason != "missing" {
		t.Errorf("partial refund %+v", part)
	}
	if end := r.orderEvent(t, 9); end.OpType == nil || *end.OpType != platform.OpSupport || end.CancelReason != "sorry" ||
		end.Status != platform.OrderCancelled {
		t.Errorf("cancelled %+v", end)
	}
	var status platform.StatusEvent
	must(t, json.Unmarshal([]byte(r.messages[11].Message), &status))
	if status.FromStatus != platform.ShopOperating || status.ToStatus != platform.ShopSuspended ||
		status.ShopID != central {
		t.Errorf("status %+v", status)
	}
}

func TestRetries(t *testing.T) {
	t.Parallel()
	for name, test := range map[string]struct {
		answer func(n int) (int, string)
		sent   int
		state  sandbox.PushState
	}{
		"store down":    {func(int) (int, string) { return 503, `{"code":5}` }, 4, sandbox.PushFailed},
		"non-zero code": {func(int) (int, string) { return 200, `{"code":1}` }, 4, sandbox.PushFailed},
		"no code":       {func(int) (int, string) { return 200, `{}` }, 4, sandbox.PushFailed},
		"odd message":   {func(int) (int, string) { return 200, `{"code":0,"message":5}` }, 4, sandbox.PushFailed},
		"odd data":      {func(int) (int, string) { return 200, `{"code":0,"data":[]}` }, 4, sandbox.PushFailed},
		"no JSON":       {func(int) (int, string) { return 200, `ok` }, 4, sandbox.PushFailed},
		"redirected":    {func(int) (int, string) { return 307, `{"code":0}` }, 4, sandbox.PushFailed},
		"the third time": {func(n int) (int, string) {
			return 200, `{"code":` + strconv.Itoa(max(0, 2-n)) + `}`
		}, 3, sandbox.PushAccepted},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _, r, step := pushing(t)
			r.answer = test.answer
			_, err := s.Place(sandbox.Placement{ShopID: central})
			must(t, err)
			step(0)
			step(time.Minute - time.Millisecond)
			if n := len(r.events()); n != 1 {
				t.Errorf("%d sent within a minute", n)
			}
			step(time.Millisecond)
			step(time.Minute)
			step(time.Minute)
			push := s.Pushes()[0]
			if len(r.events()) != test.sent || push.State != test.state || len(push.Attempts) != test.sent {
				t.Errorf("sent %d times, %v after %d attempts", len(r.events()), push.State, len(push.Attempts))
			}
			ids := map[string]bool{}
			for _, m := range r.messages {
				ids[m.MessageID] = true
			}
			if len(ids) != 1 || r.forged > 0 || r.messages[1].Timestamp-r.messages[0].Timestamp != 60 {
				t.Errorf("retries: ids %v, %d wrong signatures", ids, r.forged)
			}
		})
	}
}

func TestPushFaults(t *testing.T) {
	t.Parallel()
	s, _, r, step := pushing(t)
	place := func(kind sandbox.Kind) {
		t.Helper()
		if kind != "" {
			_, err := s.Inject(sandbox.Fault{Kind: kind, Event: 1001})
			must(t, err)
		}
		_, err := s.Place(sandbox.Placement{ShopID: central})
		must(t, err)
	}
	place(sandbox.FaultLost)
	step(0)
	if len(r.events()) != 0 || s.Pushes()[0].State != sandbox.PushLost {
		t.Error("a lost push was sent")
	}
	place(sandbox.FaultTwice)
	step(0)
	if len(r.messages) != 2 || r.messages[0].MessageID != r.messages[1].MessageID {
		t.Errorf("%d messages of one sent twice", len(r.messages))
	}
	place(sandbox.FaultLate)
	place("")
	step(0)
	step(30 * time.Second)
	if len(r.messages) != 4 || r.orderEvent(t, 2).OrderViewID <= r.orderEvent(t, 3).OrderViewID {
		t.Error("the late one isn't behind the next")
	}
	place(sandbox.FaultForged)
	step(0)
	if r.forged != 1 {
		t.Errorf("%d wrong signatures", r.forged)
	}
	s.Cut(time.Minute)
	place("")
	step(0)
	if n := len(r.events()); n != 5 {
		t.Errorf("%d messages through a cut connection", n)
	}
	step(time.Minute)
	if n := len(r.events()); n != 6 {
		t.Errorf("%d messages after it was mended", n)
	}
	for _, wrong := range []sandbox.Fault{{Kind: sandbox.FaultLost, Path: platform.PathShopGet},
		{Kind: sandbox.FaultDrop, Event: 1001}} {
		if _, err := s.Inject(wrong); err == nil {
			t.Errorf("%+v was taken", wrong)
		}
	}
}

// One receiver's message keeps nobody waiting: neither calls nor other shops.
func TestSlowReceiverStopsNobody(t *testing.T) {
	t.Parallel()
	s, _, _, _ := pushing(t)
	release := make(chan struct{})
	arrived := make(chan int64, 10)
	slow := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, req *http.Request) {
		var m platform.Webhook
		_ = json.NewDecoder(req.Body).Decode(&m)
		if m.ShopID != 0 {
			arrived <- m.ShopID
		}
		if m.ShopID == central {
			<-release
		}
		_, _ = io.WriteString(w, `{"code":0}`)
	}))
	defer slow.Close()
	must(t, s.SetCallback(slow.URL))
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- s.Run(ctx) }()
	for _, shop := range []int64{central, central, central + 1} {
		_, err := s.Place(sandbox.Placement{ShopID: shop})
		must(t, err)
	}
	got := []int64{<-arrived, <-arrived}
	slices.Sort(got)
	if diff := cmp.Diff([]int64{central, central + 1}, got); diff != "" {
		t.Errorf("arrived (-want +got):\n%s", diff)
	}
	close(release)
	if next := <-arrived; next != central {
		t.Errorf("then shop %d", next)
	}
	stop()
	if err := <-ended; err != nil {
		t.Errorf("Run ends with %v", err)
	}
}

func TestSetCallbackIsSigned(t *testing.T) {
	t.Parallel()
	s := &sandbox.Sandbox{Clock: sandbox.NewVirtualClock(noon)}
	base := serve(t, s, "/p")
	r := listen(t)
	set := func(change func(*platform.CallbackSet), resign bool) int {
		c := platform.CallbackSet{AppID: sandbox.DemoAppID, Timestamp: "1700000000", EventID: 1001, URL: r.url}
		sign := func() {
			c.Sig = platform.SuffixSignature(base+platform.PathCallbackSet, c.SignedFields(), sandbox.DemoClientSecret)
		}
		sign()
		change(&c)
		if resign {
			sign()
		}
		client := &platform.Client{Transport: &platform.HTTPTransport{BaseURL: base}}
		return codeOf(t, client.SetCallback(t.Context(), c))
	}
	for name, test := range map[string]struct {
		change func(*platform.CallbackSet)
		resign bool
		code   int
	}{
		"other secret": {func(c *platform.CallbackSet) { c.Sig = "0" + c.Sig[1:] + "0" }, false, platform.CodeSignature},
		"other url":    {func(c *platform.CallbackSet) { c.URL += "x" }, false, platform.CodeSignature},
		"other app":    {func(c *platform.CallbackSet) { c.AppID++ }, true, sandbox.CodeParameter},
		"no event":     {func(c *platform.CallbackSet) { c.EventID = 9 }, true, sandbox.CodeParameter},
		"flag":         {func(c *platform.CallbackSet) { c.IsTest = 2 }, true, sandbox.CodeParameter},
		"no URL":       {func(c *platform.CallbackSet) { c.URL = "hooks" }, true, sandbox.CodeParameter},
		"time":         {func(c *platform.CallbackSet) { c.Timestamp = "now" }, true, sandbox.CodeParameter},
	} {
		if code := set(test.change, test.resign); code != test.code || len(s.Callbacks()) != 0 {
			t.Errorf("%s: code %d, want %d", name, code, test.code)
		}
	}
	if code := set(func(c *platform.CallbackSet) {
		c.IsTest, c.URL = 1, "http://127.0.0.1:1/test"
	}, true); code != 0 || s.Callbacks()[1001] != "http://127.0.0.1:1/test" {
		t.Errorf("test registration: %d, %v", code, s.Callbacks())
	}
	if code := set(func(*platform.CallbackSet) {}, true); code != 0 || s.Callbacks()[1001] != r.url {
		t.Errorf("registration: %d, %v", code, s.Callbacks())
	}
	// Only that event is told.
	id, err := s.Place(sandbox.Placement{ShopID: central})
	must(t, err, s.AcceptOnPOS(id), s.Step(t.Context()))
	if diff := cmp.Diff([]platform.Event{1001}, r.events()); diff != "" {
		t.Errorf("events (-want +got):\n%s", diff)
	}
}

// A clock that was moved on and back, or reset, left heartbeats, orders and retries where it had been.
func TestTimeThatIsMovedBackGoesOn(t *testing.T) {
	t.Parallel()
	for name, back := range map[string]func(*sandbox.Sandbox) error{
		"advance": func(s *sandbox.Sandbox) error { return s.Advance(-24 * time.Hour) },
		"reset":   (*sandbox.Sandbox).Reset,
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s, _, r, step := pushing(t)
			s.Flow = &sandbox.Flow{Every: time.Minute}
			must(t, s.Advance(24*time.Hour))
			step(0)
			must(t, back(s))
			step(0)
			beats, orders := r.beats, len(s.Orders(0))
			step(2 * time.Minute)
			if r.beats <= beats || len(s.Orders(0)) <= orders {
				t.Errorf("%d heartbeats, then %d; %d orders, then %d", beats, r.beats, orders, len(s.Orders(0)))
			}
		})
	}
}
