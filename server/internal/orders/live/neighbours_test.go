package live_test

import (
	"bufio"
	"bytes"
	"compress/gzip"
	"context"
	"io"
	"log"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/orders/live"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// packing is a middleware that compresses answers in the usual way: it sets the encoding first, and
// wraps the writer of the connection.
func packing(next http.Handler) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		w.Header().Set("Content-Length", "20")
		pack := gzip.NewWriter(w)
		defer func() { _ = pack.Close() }()
		next.ServeHTTP(packed{w, pack}, r)
	})
}

type packed struct {
	http.ResponseWriter
	pack *gzip.Writer
}

func (p packed) Write(b []byte) (int, error)                  { return p.pack.Write(b) }
func (p packed) Hijack() (net.Conn, *bufio.ReadWriter, error) { return hijack(p.ResponseWriter) }

func hijack(w http.ResponseWriter) (net.Conn, *bufio.ReadWriter, error) {
	return http.NewResponseController(w).Hijack()
}

// ginWriter imitates gin's compression: the header waits for the first byte, Flush goes through the
// compressor, and the middleware finishes the compression and sets a length after the handler has
// returned.
type ginWriter struct {
	http.ResponseWriter
	pack    *gzip.Writer
	status  int
	written bool
}

func (g *ginWriter) WriteHeader(code int) {
	g.status = code
	g.Header().Del("Content-Length")
}

func (g *ginWriter) writeHeaderNow() {
	if !g.written {
		g.written = true
		g.ResponseWriter.WriteHeader(g.status)
	}
}

func (g *ginWriter) Write(b []byte) (int, error) {
	g.writeHeaderNow()
	return g.pack.Write(b)
}

func (g *ginWriter) Flush() {
	g.writeHeaderNow()
	_ = g.pack.Flush()
	g.ResponseWriter.(http.Flusher).Flush()
}

// ginHijacker is a ginWriter that allows its connection to be taken over.
type ginHijacker struct{ *ginWriter }

func (g ginHijacker) Hijack() (net.Conn, *bufio.ReadWriter, error) {
	g.written = true
	return hijack(g.ResponseWriter)
}

func ginPacking(hijacks bool) func(http.Handler) http.Handler {
	return func(next http.Handler) http.Handler {
		return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			g := &ginWriter{ResponseWriter: w, pack: gzip.NewWriter(w), status: http.StatusOK}
			w.Header().Set("Content-Encoding", "gzip")
			w.Header().Set("Vary", "Accept-Encoding")
			defer func() {
				_ = g.pack.Close()
				w.Header().Set("Content-Length", "20")
			}()
			if hijacks {
				next.ServeHTTP(ginHijacker{g}, r)
				return
			}
			next.ServeHTTP(g, r)
		})
	}
}

// onlyFlush hides all abilities of the writer but Flush.
type onlyFlush struct{ w http.ResponseWriter }

func (f onlyFlush) Header() http.Header         { return f.w.Header() }
func (f onlyFlush) WriteHeader(code int)        { f.w.WriteHeader(code) }
func (f onlyFlush) Write(b []byte) (int, error) { return f.w.Write(b) }
func (f onlyFlush) Flush()                      { _ = http.NewResponseController(f.w).Flush() }

// A stream that takes its connection over bypasses the middlewares around it, so the headers that
// they have set are wrong for the stream. A middleware that had set gzip made the stream
// unreadable.
//
// A middleware that keeps its connection compresses the stream: each event must still be sent at
// once.
func TestStreamIsReadableBehindCompression(t *testing.T) {
	t.Parallel()
	for name, of := range map[string]struct {
		wrap   func(http.Handler) http.Handler
		packed bool
	}{
		"taken over":            {packing, false},
		"gin's, taken over":     {ginPacking(true), false},
		"gin's, with Flush":     {ginPacking(false), true},
		"two, one over another": {func(h http.Handler) http.Handler { return packing(ginPacking(true)(h)) }, false},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			s := sqlitetest.Open(t)
			service, err := live.New(live.Options{Authoriser: everybody{}, Events: s, Heartbeat: never})
			if err != nil {
				t.Fatal(err)
			}
			web := httptest.NewServer(of.wrap(httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream)))
			run(t, service, web)
			res, err := web.Client().Get(web.URL)
			if err != nil {
				t.Fatal(err)
			}
			defer res.Body.Close()
			// the client has decompressed the answer
			if res.Uncompressed != of.packed || res.Header.Get("Content-Encoding") != "" || res.ContentLength >= 0 {
				t.Fatalf("%v %+v", res.Uncompressed, res.Header)
			}
			reader := stream{lines: bufio.NewScanner(res.Body)}
			reader.next(t)
			if err := s.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "order"}}); err != nil {
				t.Fatal(err)
			}
			if id, kind, _ := reader.next(t); id != "1" || kind != "order" {
				t.Errorf("%s %s", id, kind)
			}
		})
	}
}

// hiding is a host's listener, whose connections hide their sockets.
type hiding struct{ net.Listener }

func (h hiding) Accept() (net.Conn, error) {
	conn, err := h.Listener.Accept()
	if err != nil {
		return nil, err
	}
	return struct{ net.Conn }{conn}, nil
}

// A reader who leaves frees their place at once, for each kind of connection. The heartbeat is an
// hour, so it can't be what notices.
func TestLeavingReaderFreesTheirPlace(t *testing.T) {
	t.Parallel()
	plain := func(h http.Handler) http.Handler { return h }
	for name, of := range map[string]struct {
		tls, http2, hidden bool
		wrap               func(http.Handler) http.Handler
	}{
		"taken over":           {false, false, false, plain},
		"taken over, with TLS": {true, false, false, plain},
		"a host's connection":  {false, false, true, plain},
		"the same, with TLS":   {true, false, true, plain},
		"HTTP/2":               {true, true, false, plain},
		"with Flush alone": {false, false, false, func(h http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { h.ServeHTTP(onlyFlush{w}, r) })
		}},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			service, err := live.New(live.Options{Authoriser: everybody{}, Events: sqlitetest.Open(t),
				Heartbeat: never, Streams: 1})
			if err != nil {
				t.Fatal(err)
			}
			web := httptest.NewUnstartedServer(of.wrap(httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream)))
			web.EnableHTTP2 = of.http2
			if of.hidden {
				web.Listener = hiding{web.Listener}
			}
			if of.tls {
				web.StartTLS()
			} else {
				web.Start()
			}
			run(t, service, web)
			for range 3 {
				open := func() *http.Response {
					ctx, cancel := context.WithTimeout(context.Background(), 3*time.Minute)
					t.Cleanup(cancel)
					r, err := http.NewRequestWithContext(ctx, http.MethodGet, web.URL, nil)
					if err != nil {
						t.Fatal(err)
					}
					res, err := web.Client().Do(r)
					if err != nil {
						t.Fatal(err)
					}
					return res
				}
				deadline := time.Now().Add(3 * time.Minute)
				res := open()
				for ; res.StatusCode == http.StatusTooManyRequests; res = open() { // the previous stream is still ending
					_, _ = io.Copy(io.Discard, res.Body)
					_ = res.Body.Close()
					if time.Now().After(deadline) {
						t.Fatal("whoever left still has their place")
					}
				}
				reader := stream{lines: bufio.NewScanner(res.Body)}
				if _, kind, data := reader.next(t); kind != string(api.LiveHello) || !strings.Contains(data, "now") {
					t.Fatalf("%s %s", kind, data)
				}
				_ = res.Body.Close()
			}
		})
	}
}

// limited is a request's context whose limit a test decides on.
type limited struct {
	context.Context
	over chan struct{}
}

func (l limited) Done() <-chan struct{} { return l.over }

func (l limited) Err() error {
	select {
	case <-l.over:
		return context.DeadlineExceeded
	default:
		return nil
	}
}

// A stream outlives the limit that a host sets to its requests, also over HTTP/2. It ended there, and every screen
// asked anew every few seconds.
func TestStreamOutlivesALimit(t *testing.T) {
	t.Parallel()
	s := sqlitetest.Open(t)
	service, err := live.New(live.Options{Authoriser: everybody{}, Events: s, Heartbeat: never})
	if err != nil {
		t.Fatal(err)
	}
	over := make(chan struct{})
	handler := httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream)
	web := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(w, r.WithContext(limited{r.Context(), over}))
	}))
	web.EnableHTTP2 = true
	web.StartTLS()
	run(t, service, web)
	res, err := web.Client().Get(web.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	reader := stream{lines: bufio.NewScanner(res.Body)}
	reader.next(t)
	close(over)
	for range 20 {
		if err := s.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "order"}}); err != nil {
			t.Fatal(err)
		}
		if _, kind, _ := reader.next(t); kind != "order" {
			t.Fatalf("%q after the limit", kind)
		}
	}
}

// mute is the writer of a middleware that can neither send what was written nor say what it wraps.
type mute struct{ http.ResponseWriter }

// The log says once that the writer of a host's middleware keeps streams back. Without a word, every screen opened a
// stream every two seconds.
func TestWriterThatKeepsStreamsBackIsInTheLog(t *testing.T) {
	t.Parallel()
	var logged bytes.Buffer
	service, err := live.New(live.Options{Authoriser: everybody{}, Events: sqlitetest.Open(t), Heartbeat: never,
		Base: background.Base{Logger: slog.New(slog.NewTextHandler(&logged, nil))}})
	if err != nil {
		t.Fatal(err)
	}
	handler := httpio.Handler(slog.New(slog.DiscardHandler), service.HandleStream)
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		handler.ServeHTTP(mute{w}, r)
	}))
	run(t, service, web)
	for range 3 {
		res, err := web.Client().Get(web.URL)
		if err != nil {
			t.Fatal(err)
		}
		_, _ = io.Copy(io.Discard, res.Body)
		_ = res.Body.Close()
	}
	if said := logged.String(); strings.Count(said, "Unwrap") != 1 {
		t.Errorf("the log says %q", said)
	}
}

// The bug: a connection that was taken over from a reader who had left, or who sends more than the
// request, was answered by net/http again, which logged two lines for each.
func TestReaderWhoSendsMoreIsNotAnswered(t *testing.T) {
	t.Parallel()
	service, err := live.New(live.Options{Authoriser: everybody{}, Events: sqlitetest.Open(t),
		Heartbeat: never, Streams: 1})
	if err != nil {
		t.Fatal(err)
	}
	handled := make(chan struct{})
	web := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		defer func() { handled <- struct{}{} }()
		if err := service.HandleStream(w, r); err != nil {
			t.Error(err)
		}
	}))
	var logged bytes.Buffer
	web.Config.ErrorLog = log.New(&logged, "", 0)
	web.Start()
	run(t, service, web)
	for range 2 { // the first leaves its place
		reader, err := net.Dial("tcp", web.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(reader, "GET / HTTP/1.1\r\nHost: x\r\n\r\nmore"); err != nil {
			t.Fatal(err)
		}
		<-handled
		if answer, err := io.ReadAll(reader); len(answer) > 0 {
			t.Errorf("answered with %q, %v", answer, err)
		}
		_ = reader.Close()
	}
	if logged.Len() > 0 {
		t.Error(&logged)
	}
}
