package fetch_test

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
)

// inside is a service on this machine that no outside request may reach.
func inside(t *testing.T, answer http.HandlerFunc) (server *httptest.Server, asked *atomic.Int64) {
	t.Helper()
	asked = new(atomic.Int64)
	server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		asked.Add(1)
		answer(w, r)
	}))
	t.Cleanup(server.Close)
	return server, asked
}

func hello(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "hello") }

func TestGetReadsSmallAnswersAndFollowsRedirects(t *testing.T) {
	t.Parallel()
	server, _ := inside(t, func(w http.ResponseWriter, r *http.Request) {
		switch r.URL.Path {
		case "/picture":
			for _, name := range []string{"Cookie", "Authorization", "Referer"} {
				if r.Header.Get(name) != "" {
					t.Errorf("it sends %s", name)
				}
			}
			hello(w, r)
		case "/cookie":
			http.SetCookie(w, &http.Cookie{Name: "a", Value: "b"})
			http.Redirect(w, r, "/picture", http.StatusFound)
		case "/stream": // the answer has no length
			for range 5 {
				_, _ = io.WriteString(w, "hello")
				_ = http.NewResponseController(w).Flush()
			}
		case "/loop":
			http.Redirect(w, r, "/loop", http.StatusFound)
		case "/file":
			http.Redirect(w, r, "file:///etc/passwd", http.StatusFound)
		default:
			http.NotFound(w, r)
		}
	})
	f := fetch.New(fetch.Options{Loopback: true})
	for path, want := range map[string]error{
		"/picture": nil, "/cookie": nil, "/stream": fetch.ErrTooLarge, "/loop": fetch.ErrNoAnswer,
		"/file": fetch.ErrPrivate, "/nothing": fetch.StatusError(404),
	} {
		body, err := f.Get(t.Context(), server.URL+path, 10)
		if !errors.Is(err, want) || want == nil && string(body) != "hello" {
			t.Errorf("%s: %q, %v, want %v", path, body, err, want)
		}
	}
	if _, err := f.Get(t.Context(), server.URL+"/picture", 5); !errors.Is(err, fetch.ErrTooLarge) {
		t.Errorf("of the limit's length: %v", err)
	}
}

func TestPrivateAddressesAreNotDialled(t *testing.T) {
	t.Parallel()
	server, asked := inside(t, hello)
	_, port, _ := net.SplitHostPort(strings.TrimPrefix(server.URL, "http://"))
	f := fetch.New(fetch.Options{})
	for _, host := range []string{
		"127.0.0.1", "localhost", "[::1]", "[::ffff:127.0.0.1]", "[::ffff:7f00:1]", "0.0.0.0", "127.1", "2130706433",
		"0x7f.0.0.1", "user@127.0.0.1",
	} {
		_, err := f.Get(t.Context(), "http://"+host+":"+port+"/a.jpg", 100)
		// Some resolvers don't resolve some of these names.
		if !errors.Is(err, fetch.ErrPrivate) && !errors.Is(err, fetch.ErrNoAnswer) {
			t.Errorf("%s: %v", host, err)
		}
	}
	for _, address := range []string{
		"http://127.0.0.1/a.jpg", "http://10.1.2.3/a.jpg", "https://169.254.169.254/latest/a.jpg", "http://192.168.0.1/a.jpg",
		"http://[fd00::1]/a.jpg", "http://[::ffff:10.0.0.1]/a.jpg", "http://8.8.8.8:22/a.jpg",
		"http://8.8.8.8:" + port + "/a.jpg",
		"ftp://8.8.8.8/a.jpg", "file:///a.jpg", "http://u:p@8.8.8.8/a.jpg", "//8.8.8.8/a.jpg", "",
	} {
		if _, err := f.Get(t.Context(), address, 100); !errors.Is(err, fetch.ErrPrivate) {
			t.Errorf("%q: %v", address, err)
		}
	}
	if n := asked.Load(); n != 0 {
		t.Errorf("the inside was asked %d times", n)
	}
}

// A demonstration may reach this machine and the public internet, and no other
// network, also by a redirect.
func TestLoopbackOptionOpensNoOtherNetwork(t *testing.T) {
	t.Parallel()
	server, asked := inside(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://10.0.0.1/a.jpg", http.StatusFound)
	})
	_, err := fetch.New(fetch.Options{Loopback: true}).Get(t.Context(), server.URL, 100)
	if !errors.Is(err, fetch.ErrPrivate) || asked.Load() != 1 {
		t.Errorf("%v after %d requests", err, asked.Load())
	}
}

func TestSlowAnswerIsNoAnswer(t *testing.T) {
	t.Parallel()
	server, _ := inside(t, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() })
	_, err := fetch.New(fetch.Options{Loopback: true, Timeout: 50 * time.Millisecond}).Get(t.Context(), server.URL, 100)
	if !errors.Is(err, fetch.ErrNoAnswer) {
		t.Errorf("%v", err)
	}
}

// resolver answers every name with the next of addresses, the last from then
// on, over a real socket.
func resolver(t *testing.T, addresses ...[4]byte) (*net.Resolver, *atomic.Int64) {
	t.Helper()
	socket, err := net.ListenPacket("udp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = socket.Close() })
	looks := new(atomic.Int64)
	go func() {
		query := make([]byte, 512)
		for {
			n, from, err := socket.ReadFrom(query)
			if err != nil {
				return
			}
			var m dnsmessage.Message
			if m.Unpack(query[:n]) != nil || len(m.Questions) != 1 {
				continue
			}
			m.Response, m.Additionals = true, nil
			if q := m.Questions[0]; q.Type == dnsmessage.TypeA {
				at := min(int(looks.Add(1)), len(addresses)) - 1
				m.Answers = []dnsmessage.Resource{{
					Header: dnsmessage.ResourceHeader{Name: q.Name, Type: q.Type, Class: q.Class},
					Body:   &dnsmessage.AResource{A: addresses[at]},
				}}
			}
			if answer, err := m.Pack(); err == nil {
				_, _ = socket.WriteTo(answer, from)
			}
		}
	}()
	return &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		return new(net.Dialer).DialContext(ctx, "udp", socket.LocalAddr().String())
	}}, looks
}

// A public name that resolves to an inside address is refused, also if the name
// first resolved to a public address.
func TestNameThatResolvesInsideIsRefused(t *testing.T) {
	t.Parallel()
	home := [4]byte{127, 0, 0, 1}
	names, looks := resolver(t, [4]byte{8, 8, 8, 8}, home)
	found, err := names.LookupNetIP(t.Context(), "ip4", "pictures.example.")
	if err != nil || found[0].String() != "8.8.8.8" {
		t.Fatalf("%v, %v", found, err)
	}
	_, err = fetch.New(fetch.Options{Resolver: names}).Get(t.Context(), "http://pictures.example./a.jpg", 100)
	if !errors.Is(err, fetch.ErrPrivate) || looks.Load() < 2 {
		t.Errorf("%v after %d looks", err, looks.Load())
	}

	// A redirect from a permitted host to such a name is refused, too.
	server, asked := inside(t, func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, "http://pictures.example./b.jpg", http.StatusFound)
	})
	names, _ = resolver(t, [4]byte{192, 168, 1, 1})
	_, err = fetch.New(fetch.Options{Resolver: names, Loopback: true}).Get(t.Context(), server.URL, 100)
	if !errors.Is(err, fetch.ErrPrivate) || asked.Load() != 1 {
		t.Errorf("%v after %d requests", err, asked.Load())
	}
}
