package server_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// onlyFlush is the writer of a middleware that passes on only Flush, as many do that count bytes or log.
type onlyFlush struct{ w http.ResponseWriter }

func (f onlyFlush) Header() http.Header         { return f.w.Header() }
func (f onlyFlush) WriteHeader(code int)        { f.w.WriteHeader(code) }
func (f onlyFlush) Write(b []byte) (int, error) { return f.w.Write(b) }
func (f onlyFlush) Flush()                      { _ = http.NewResponseController(f.w).Flush() }

// fronts are the ways in which a stream reaches its reader.
var fronts = map[string]struct {
	proto int
	wrap  func(http.Handler) http.Handler
}{
	"HTTP/1.1, taken over": {1, func(h http.Handler) http.Handler { return h }},
	"HTTP/1.1, behind a middleware with Flush alone": {1, func(h http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(onlyFlush{w}, r) })
	}},
	"HTTP/2": {2, func(h http.Handler) http.Handler { return h }},
}

// newFront is a kitchen with another server in front of the console; through returns a client of that server with the
// cookies of another client.
func newFront(t *testing.T, name string,
	beat time.Duration) (k *kitchen, url string, through func(*http.Client) *http.Client) {
	t.Helper()
	of := fronts[name]
	front := httptest.NewUnstartedServer(of.wrap(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		k.console.ServeHTTP(w, r)
	})))
	front.EnableHTTP2 = true
	if of.proto == 2 {
		front.StartTLS()
	} else {
		front.Start()
	}
	t.Cleanup(front.Close)
	k = newKitchen(t, func(o *server.Options) {
		o.Heartbeat = beat
		o.Hosts = append(o.Hosts, host(t, front.URL))
	})
	all := []store.Membership{{ShopID: store.AllShops, Role: string(api.RoleOwner)}}
	if _, err := k.store.CreateOperator(t.Context(), store.Operator{Login: "ann"}, all); err != nil {
		t.Fatal(err) // without another owner the demonstration's operators can't be disabled
	}
	return k, front.URL, func(c *http.Client) *http.Client {
		other := *front.Client()
		other.Jar = c.Jar
		return &other
	}
}

// A signed-out session gets no event after the next heartbeat, on every front. The bug: on HTTP/2, and behind a
// middleware that passes on only Flush, streams went on for ever, because each heartbeat asked with the context of
// the request that had opened the stream, which still had its operator. On HTTP/2 streams also ended before the first
// heartbeat.
func TestStreamEndsWithItsSession(t *testing.T) {
	t.Parallel()
	elsewhere := func(change func(k *kitchen, id int64) error) func(*kitchen, *http.Client) {
		return func(k *kitchen, _ *http.Client) { // by another replica
			k.t.Helper()
			people, err := k.store.ListOperators(k.t.Context())
			if err != nil {
				k.t.Fatal(err)
			}
			for _, p := range people {
				if strings.HasSuffix(p.Login, string(api.RoleStaff)) {
					err = change(k, p.ID)
				}
			}
			if err != nil {
				k.t.Fatal(err)
			}
		}
	}
	for what, end := range map[string]func(*kitchen, *http.Client){
		"signed out": func(k *kitchen, c *http.Client) {
			if status, text := k.post(c, api.PathSignOut, "{}"); status != http.StatusOK {
				k.t.Fatal(status, text)
			}
		},
		"disabled": elsewhere(func(k *kitchen, id int64) error {
			return k.store.SetDisabled(k.t.Context(), id, true, time.Now().UnixMilli())
		}),
		"removed": elsewhere(func(k *kitchen, id int64) error {
			return k.store.RemoveOperator(k.t.Context(), id, time.Now().UnixMilli())
		}),
	} {
		for name, of := range fronts {
			t.Run(what+"/"+name, func(t *testing.T) {
				t.Parallel()
				k, url, through := newFront(t, name, time.Second)
				staff := k.as(api.RoleStaff)
				screen := k.screenAt(through(staff), url, "")
				if screen.body.ProtoMajor != of.proto {
					t.Fatal(screen.body.Proto)
				}
				for range 3 { // the stream lives longer than a heartbeat
					screen.until(func(e told) bool { return e.Kind == api.LiveBeat })
				}
				end(k, staff)
				bye := screen.until(func(e told) bool { return e.Kind == api.LiveBye })
				if !strings.Contains(bye.Data, string(api.CodeSignedOut)) {
					t.Errorf("it ended with %s", bye.Data)
				}
				if e, ok := screen.next(); ok {
					t.Errorf("after the end: %+v", e)
				}
			})
		}
	}
}
