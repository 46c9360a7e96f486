package server_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
)

// clients is the number of calls in flight.
const clients = 64

// BenchmarkRead compares a read of 3 KB through the whole console (host list, guards, session, scope, rules, token)
// with a bare hop written by hand and with ReverseProxy, all in front of the same platform.
func BenchmarkRead(b *testing.B) {
	body := `{"code":0,"message":"success","data":{"shopId":100001,"name":"` +
		strings.Repeat("three kilobytes ", 188) + `"}}`
	far := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		if r.URL.Path == platform.PathToken {
			_, _ = io.WriteString(w, `{"access_token":"t","token_type":"bearer","expires_in":7200}`)
			return
		}
		_, _ = io.Copy(io.Discard, r.Body)
		_, _ = io.WriteString(w, body)
	}))
	defer far.Close()
	console := open(b, func(o *server.Options) {
		o.Platform.URL = far.URL
		o.Logger = slog.New(slog.DiscardHandler)
	})
	target := far.URL + platform.PathShopGet
	address, err := url.Parse(target)
	if err != nil {
		b.Fatal(err)
	}
	direct := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) {
		r.Out.URL, r.Out.Host = address, address.Host
	}}
	tuned := &httputil.ReverseProxy{Rewrite: direct.Rewrite, Transport: upstream.NewTransport()}
	for _, hop := range []struct {
		name    string
		handler http.Handler // nil: the console
	}{
		{"bare", bare(target)},
		{"reverse_default", direct},
		{"reverse_tuned", tuned},
		{"console", nil},
	} {
		b.Run(hop.name, func(b *testing.B) {
			address := console.web.URL + mount + api.PlatformPrefix + platform.PathShopGet
			if hop.handler != nil {
				near := httptest.NewServer(hop.handler)
				defer near.Close()
				address = near.URL
			}
			load(b, address, console.cookie(api.RoleOwner), len(body))
		})
	}
}

// cookie is the session of one of the demonstration's people.
func (b *bench) cookie(role api.Role) *http.Cookie {
	b.t.Helper()
	u, err := url.Parse(b.web.URL)
	if err != nil {
		b.t.Fatal(err)
	}
	for _, c := range b.as(role).Jar.Cookies(u) {
		if c.Name == "shopdesk" {
			return c
		}
	}
	b.t.Fatal("no session")
	return nil
}

// bare passes a call on with the least work and no checks.
func bare(target string) http.Handler {
	transport := upstream.NewTransport()
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		request, err := http.NewRequestWithContext(r.Context(), http.MethodPost, target, r.Body)
		if err != nil {
			http.Error(w, "bad", http.StatusBadRequest)
			return
		}
		request.ContentLength = r.ContentLength
		request.Header.Set("Content-Type", "application/json")
		response, err := transport.RoundTrip(request)
		if err != nil {
			http.Error(w, "down", http.StatusBadGateway)
			return
		}
		defer response.Body.Close()
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(response.StatusCode)
		_, _ = io.Copy(w, response.Body)
	})
}

func load(b *testing.B, address string, cookie *http.Cookie, size int) {
	b.Helper()
	transport := upstream.NewTransport()
	defer transport.CloseIdleConnections()
	b.ReportAllocs()
	b.SetParallelism(max(1, clients/runtime.GOMAXPROCS(0)))
	b.ResetTimer()
	b.RunParallel(func(pb *testing.PB) {
		for pb.Next() {
			request, err := http.NewRequestWithContext(b.Context(), http.MethodPost, address,
				strings.NewReader(`{"shopId":100001}`))
			if err != nil {
				b.Error(err)
				return
			}
			request.Header.Set("Content-Type", "application/json")
			request.Header.Set(api.HeaderConsole, "1")
			request.AddCookie(cookie)
			response, err := transport.RoundTrip(request)
			if err != nil {
				b.Error(err)
				return
			}
			n, err := io.Copy(io.Discard, response.Body)
			_ = response.Body.Close()
			if err != nil || int(n) != size || response.StatusCode != http.StatusOK {
				b.Errorf("status %d, %d bytes, %v", response.StatusCode, n, err)
				return
			}
		}
	})
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "calls/s")
}
