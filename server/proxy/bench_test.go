package proxy_test

import (
	"bytes"
	"io"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/upstream"
)

// clients is how many calls are in flight.
const clients = 64

// BenchmarkRead compares a read of 3 KB through the proxy (session, scope,
// rules, token) with a bare hop written by hand and with ReverseProxy, all in
// front of the same platform.
func BenchmarkRead(b *testing.B) {
	body := `{"code":0,"message":"success","data":{"shopId":100001,"name":"` + strings.Repeat("three kilobytes ", 188) + `"}}`
	f := newFixture(b, setup{platform: scripted(body)})
	target := f.platform + platform.PathShopGet
	address := must(url.Parse(target))(b)

	direct := &httputil.ReverseProxy{Rewrite: func(r *httputil.ProxyRequest) { r.Out.URL, r.Out.Host = address, address.Host }}
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
			address := f.console.URL + mount + api.PlatformPrefix + platform.PathShopGet
			if hop.handler != nil {
				server := httptest.NewServer(hop.handler)
				defer server.Close()
				address = server.URL
			}
			load(b, address, f.cookie(b, api.RoleOwner), len(body))
		})
	}
}

// bare is the least that passes a call on: it asks nobody anything.
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
			request, err := http.NewRequestWithContext(b.Context(), http.MethodPost, address, bytes.NewReader([]byte(ref)))
			if err != nil {
				b.Error(err)
				return
			}
			request.Header.Set("Content-Type", "application/json")
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
