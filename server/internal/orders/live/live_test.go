package live_test

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/access/auth"
	"github.com/shopdesk/shopdesk/server/internal/orders/live"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/postgres"
)

func TestMain(m *testing.M) { pgtest.Main(m) }

// everybody lets every caller see the shops 1 and 2.
type everybody struct{ auth.Authoriser }

func (everybody) Scope(context.Context, int64, platform.Permission) (auth.ShopScope, error) {
	return auth.ShopScope{}, &api.Error{Status: http.StatusNotFound, Code: api.CodeNotFound}
}

func (everybody) VisibleShops(context.Context) ([]api.Shop, error) {
	may := []string{string(platform.PermissionOrderView)}
	return []api.Shop{{ShopID: 1, Permissions: may}, {ShopID: 2, Permissions: may}}, nil
}

func (everybody) Reauthenticator(*http.Request) func(context.Context) (context.Context, *auth.Principal, error) {
	return func(ctx context.Context) (context.Context, *auth.Principal, error) { return ctx, nil, nil }
}

// replica starts a server of streams over a store.
func replica(t testing.TB, s store.Store, beat time.Duration) *httptest.Server {
	t.Helper()
	return replicaOf(t, live.Options{Events: s, Heartbeat: beat}, func(l net.Listener) net.Listener { return l })
}

// replicaOf is replica with other options and another listener.
func replicaOf(t testing.TB, o live.Options, listening func(net.Listener) net.Listener) *httptest.Server {
	t.Helper()
	o.Authoriser = everybody{}
	service, err := live.New(o)
	if err != nil {
		t.Fatal(err)
	}
	mux := http.NewServeMux()
	log := slog.New(slog.DiscardHandler)
	mux.Handle("GET /live", httpio.Handler(log, service.HandleStream))
	mux.Handle("GET /poll", httpio.Handler(log, service.HandlePoll))
	web := httptest.NewUnstartedServer(mux)
	web.Listener = listening(web.Listener)
	web.Start()
	run(t, service, web)
	return web
}

// run lets a service follow the log until the test ends. The streams end before their web server
// does.
func run(t testing.TB, service *live.Service, web *httptest.Server) {
	t.Helper()
	ctx, stop := context.WithCancel(context.Background())
	var running sync.WaitGroup
	running.Go(func() { service.Run(ctx) })
	t.Cleanup(func() {
		service.Drain()
		stop()
		running.Wait()
		web.Close()
	})
}

// never is a heartbeat so long that no test reaches it, even on a slow machine.
const never = time.Hour

// stream reads events: their id, kind and data.
type stream struct {
	lines *bufio.Scanner
	close func()
}

func connect(t testing.TB, web *httptest.Server, last string) stream {
	t.Helper()
	return connectTo(t, web.URL+"/live", last)
}

func connectTo(t testing.TB, address, last string) stream {
	t.Helper()
	ctx, cancel := context.WithCancel(context.Background())
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	if last != "" {
		r.Header.Set("Last-Event-ID", last)
	}
	res, err := http.DefaultClient.Do(r) //nolint:bodyclose // closed with the test
	if err != nil {
		t.Fatal(err)
	}
	if res.StatusCode != http.StatusOK {
		t.Fatal(res.Status)
	}
	lines := bufio.NewScanner(res.Body)
	lines.Buffer(nil, 4<<20)
	s := stream{lines: lines, close: func() { cancel(); _ = res.Body.Close() }}
	t.Cleanup(s.close)
	return s
}

func (s stream) next(t testing.TB) (id, kind, data string) {
	t.Helper()
	for s.lines.Scan() {
		name, value, _ := strings.Cut(s.lines.Text(), ": ")
		switch name {
		case "id":
			id = value
		case "event":
			kind = value
		case "data":
			data = value
		case "":
			return id, kind, data
		}
	}
	t.Fatalf("the stream ended: %v", s.lines.Err())
	return "", "", ""
}

// A screen whose connection breaks again and again, and that reconnects to any replica, sees every
// event of its shops once and in order, also while the log is given parts.
func TestReconnectingScreenSeesEveryEventOnce(t *testing.T) {
	t.Parallel()
	for name, parts := range map[string]int{"one head": 1, "four heads": 4} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			reconnecting(t, parts)
		})
	}
}

func reconnecting(t *testing.T, parts int) {
	dsn := pgtest.Start(t)
	var stores []*sqlstore.Store
	var webs []*httptest.Server
	for range 3 {
		s, err := postgres.Create(t.Context(), dsn)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = s.Close() })
		stores, webs = append(stores, s), append(webs, replica(t, s, time.Second))
	}
	const each, events = 100, 300
	var writing sync.WaitGroup
	for w, s := range stores {
		writing.Go(func() {
			for i := range each {
				shop := int64(rand.IntN(3) + 1) // the reader may not see the third shop
				if err := s.AddEvents(context.Background(), []store.Event{{ShopID: shop, Kind: "order",
					Data: fmt.Appendf(nil, `"%d/%d"`, w, i)}}); err != nil {
					t.Error(err)
				}
			}
		})
	}
	if parts > 1 {
		if err := stores[1].SplitEvents(t.Context(), parts); err != nil {
			t.Fatal(err)
		}
	}
	read := func() (seen []string) {
		last, end := "0", ""
		for end == "" {
			s := connect(t, webs[rand.IntN(len(webs))], last)
			for range 1 + rand.IntN(20) {
				id, kind, data := s.next(t)
				if id == "" {
					if kind == string(api.LiveReset) {
						t.Errorf("reset at %s", last)
					}
					continue
				}
				if kind == "end" {
					end = id
					break
				}
				seen, last = append(seen, data), id
			}
			s.close()
		}
		return seen
	}
	var reading sync.WaitGroup
	seen := make([][]string, 4)
	for i := range seen {
		reading.Go(func() { seen[i] = read() })
	}
	writing.Wait()
	if _, err := stores[1].Events(t.Context(), 0, 1); err != nil { // every event has its number before the last one
		t.Fatal(err)
	}
	if err := stores[0].AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "end"}}); err != nil {
		t.Fatal(err)
	}
	reading.Wait()
	page, err := stores[0].Events(t.Context(), 0, events+1)
	if err != nil || len(page.Events) != events+1 {
		t.Fatalf("%d events, %v", len(page.Events), err)
	}
	var want []string
	for _, e := range page.Events[:events] {
		if e.ShopID != 3 {
			want = append(want, fmt.Sprintf(`{"shopId":"%d","at":0,"data":%s}`, e.ShopID, e.Data))
		}
	}
	for i := range seen {
		if strings.Join(seen[i], "\n") != strings.Join(want, "\n") {
			t.Errorf("reader %d saw %d events, want %d", i, len(seen[i]), len(want))
		}
	}
	// Polling returns the same events.
	var polled []string
	for after := int64(0); ; {
		res, err := http.Get(webs[1].URL + "/poll?after=" + strconv.FormatInt(after, 10))
		if err != nil {
			t.Fatal(err)
		}
		var batch api.LiveBatch
		if err := json.NewDecoder(res.Body).Decode(&batch); err != nil || batch.Reset {
			t.Fatal(err, batch)
		}
		_ = res.Body.Close()
		for _, e := range batch.Events {
			polled = append(polled, fmt.Sprintf(`{"shopId":"%d","at":0,"data":%s}`, e.ShopID, e.Data))
		}
		if after = batch.Seq; !batch.More {
			break
		}
	}
	if got := strings.Join(polled[:len(polled)-1], "\n"); got != strings.Join(want, "\n") {
		t.Errorf("polled %d, want %d", len(polled)-1, len(want))
	}
}

// A reader who was away for longer than the log reaches gets a reset, and misses no event after it.
func TestReaderOlderThanTheLogIsReset(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	for i := range int64(4) {
		if err := s.AddEvents(t.Context(), []store.Event{{At: i, ShopID: 1, Kind: "order"}}); err != nil {
			t.Fatal(err)
		}
	}
	if err := s.PruneEvents(t.Context(), 2); err != nil {
		t.Fatal(err)
	}
	web := replica(t, s, never)
	for last, want := range map[string]string{"1": "hello reset", "2": "hello 3 4", "3": "hello 4", "99": "hello reset",
		"x": "hello reset"} {
		reader := connect(t, web, last)
		var got []string
		for range strings.Count(want, " ") + 1 {
			id, kind, _ := reader.next(t)
			if id != "" {
				kind = id
			}
			got = append(got, kind)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("after %s: %v, want %s", last, got, want)
		}
	}
	reader := connect(t, web, "1")
	reader.next(t)
	reader.next(t)
	if err := s.AddEvents(t.Context(), []store.Event{{ShopID: 2, Kind: "order"}}); err != nil {
		t.Fatal(err)
	}
	if id, _, _ := reader.next(t); id != "5" {
		t.Errorf("after the reset: %s", id)
	}
}

// firstHasDeadlines is a listener whose first connection alone heeds the deadlines of writes: on a slow machine other
// readers may take nothing for as long as the first.
type firstHasDeadlines struct {
	net.Listener
	accepted atomic.Int64
}

func (f *firstHasDeadlines) Accept() (net.Conn, error) {
	conn, err := f.Listener.Accept()
	if tcp, ok := conn.(*net.TCPConn); ok && f.accepted.Add(1) > 1 {
		return patientConn{tcp}, err
	}
	return conn, err
}

// patientConn is a connection whose writes have no deadline.
type patientConn struct{ *net.TCPConn }

func (patientConn) SetDeadline(time.Time) error      { return nil }
func (patientConn) SetWriteDeadline(time.Time) error { return nil }

// A stalled reader delays no other reader, and is dropped.
func TestStalledReaderIsDroppedAndDelaysNoOther(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	const stall = 500 * time.Millisecond
	web := replicaOf(t, live.Options{Events: s, Heartbeat: stall, Stall: stall},
		func(l net.Listener) net.Listener { return &firstHasDeadlines{Listener: l} })
	stalled, err := net.Dial("tcp", web.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer stalled.Close()
	if _, err := io.WriteString(stalled, "GET /live HTTP/1.1\r\nHost: x\r\nLast-Event-ID: 0\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	reader := connect(t, web, "0")
	const events = 200
	large := []byte(`"` + strings.Repeat("x", 100<<10) + `"`)
	var writing sync.WaitGroup
	defer writing.Wait()
	writing.Go(func() {
		for range events {
			if err := s.AddEvents(context.Background(), []store.Event{{ShopID: 1, Kind: "order", Data: large}}); err != nil {
				t.Error(err)
			}
		}
	})
	for want := 1; want <= events; {
		if id, _, _ := reader.next(t); id != "" {
			if id != strconv.Itoa(want) {
				t.Fatalf("%s, want %d", id, want)
			}
			want++
		}
	}
	// A few heartbeats later the stalled reader's deadline has passed, and the rest of its events is
	// never sent.
	for beats := 0; beats < 3; {
		if _, kind, _ := reader.next(t); kind == string(api.LiveBeat) {
			beats++
		}
	}
	rest, _ := io.Copy(io.Discard, stalled)
	if rest >= events*100<<10 {
		t.Errorf("it got all %d bytes", rest)
	}
}

// A connection that can't be taken over (HTTP/2) carries a stream too.
func TestHTTP2CarriesStreams(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	service, err := live.New(live.Options{Authoriser: everybody{}, Events: s, Heartbeat: never})
	if err != nil {
		t.Fatal(err)
	}
	web := httptest.NewUnstartedServer(httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream))
	web.EnableHTTP2 = true
	web.StartTLS()
	run(t, service, web)
	res, err := web.Client().Get(web.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if res.ProtoMajor != 2 {
		t.Fatalf("HTTP/%d", res.ProtoMajor)
	}
	reader := stream{lines: bufio.NewScanner(res.Body)}
	reader.next(t)
	if err := s.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "order"}}); err != nil {
		t.Fatal(err)
	}
	if id, kind, _ := reader.next(t); id != "1" || kind != "order" {
		t.Errorf("%s %s", id, kind)
	}
	service.Drain()
	if _, kind, data := reader.next(t); kind != string(api.LiveBye) ||
		!strings.Contains(data, string(api.CodeUnavailable)) {
		t.Errorf("%s %s", kind, data)
	}
}
