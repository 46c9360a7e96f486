package loopback_test

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"net/http/httputil"
	"net/url"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/loopback"
)

func guarded(t *testing.T) *httptest.Server {
	t.Helper()
	inside := http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) { _, _ = io.WriteString(w, "inside") })
	web := httptest.NewServer(loopback.Guard{Name: "This demonstration"}.Handler(inside))
	t.Cleanup(web.Close)
	return web
}

func get(t *testing.T, address, host string, header http.Header) (int, string) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, address, nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = host
	if header != nil {
		req.Header = header
	}
	res, err := http.DefaultTransport.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	text, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	return res.StatusCode, string(text)
}

func TestGuard(t *testing.T) {
	t.Parallel()
	web := guarded(t)
	for _, tt := range []struct {
		name, host string
		header     http.Header
		status     int
		why        string // on the page
	}{
		{"this machine", "", nil, 200, ""},
		{"a port of a container or a tunnel", "localhost:9000", nil, 200, ""},
		{"another of its addresses", "127.0.0.9", nil, 200, ""},
		{"by IPv6", "[::1]:8080", nil, 200, ""},
		{"a browser on it", "localhost:9000", http.Header{"Origin": {"http://localhost:9000"},
			"Sec-Fetch-Site": {"same-origin"}}, 200, ""},
		// For others to refuse, in the API's words.
		{"another site's page", "localhost:9000", http.Header{"Origin": {"https://evil.example"},
			"Sec-Fetch-Site": {"cross-site"}}, 200, ""},

		{"a public name", "pos.example", nil, 421, "pos.example"},
		{"the network's address", "192.168.1.5:8080", nil, 421, "192.168.1.5"},
		{"a name that begins like ours", "localhost.evil.example", nil, 421, "localhost.evil.example"},
		{"a name that ends like ours", "127.0.0.1.evil.example", nil, 421, "evil.example"},

		{"Forwarded", "", http.Header{"Forwarded": {"for=192.0.2.60"}}, 403, "Forwarded"},
		{"an empty one", "", http.Header{"X-Forwarded-For": {""}}, 403, "X-Forwarded-For"},
		{"X-Forwarded-Host", "", http.Header{"X-Forwarded-Host": {"pos.example"}}, 403, "X-Forwarded-Host"},
		{"X-Forwarded-Proto", "", http.Header{"X-Forwarded-Proto": {"https"}}, 403, "X-Forwarded-Proto"},
		{"Via", "", http.Header{"Via": {"1.1 proxy"}}, 403, "Via"},
		{"X-Real-IP", "", http.Header{"X-Real-Ip": {"192.0.2.60"}}, 403, "X-Real-Ip"},
		{"a tunnel's", "", http.Header{"Cf-Connecting-Ip": {"192.0.2.60"}}, 403, "Cf-Connecting-Ip"},
		{"a public page behind a silent proxy", "127.0.0.1:8080",
			http.Header{"Origin": {"https://pos.example"}, "Sec-Fetch-Site": {"same-origin"}}, 403, "pos.example"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			status, text := get(t, web.URL, tt.host, tt.header)
			if status != tt.status || status == 200 && text != "inside" || !strings.Contains(text, tt.why) {
				t.Errorf("%d %s", status, text)
			}
			if status != 200 && (strings.Contains(text, "inside") || !strings.Contains(text, "lets anybody in")) {
				t.Errorf("the page doesn't say why: %s", text)
			}
		})
	}
}

// A real proxy, as people put before everything: one that passes Host on, and
// one that puts ours there.
func TestRealProxiesAreRefused(t *testing.T) {
	t.Parallel()
	web := guarded(t)
	to, err := url.Parse(web.URL)
	if err != nil {
		t.Fatal(err)
	}
	for name, rewrite := range map[string]func(*httputil.ProxyRequest){
		"with the usual headers": func(p *httputil.ProxyRequest) { p.SetURL(to); p.SetXForwarded() },
		"Host passed on":         func(p *httputil.ProxyRequest) { p.SetURL(to); p.Out.Host = p.In.Host },
	} {
		front := httptest.NewServer(&httputil.ReverseProxy{Rewrite: rewrite})
		t.Cleanup(front.Close)
		if status, text := get(t, front.URL, "pos.example", http.Header{}); status == 200 {
			t.Errorf("%s: %s", name, text)
		}
	}
}

// As nginx does unless it is told otherwise: no header, our own Host, HTTP/1.0.
func TestSilentProxyIsRefused(t *testing.T) {
	t.Parallel()
	web := guarded(t)
	address := strings.TrimPrefix(web.URL, "http://")
	conn, err := new(net.Dialer).DialContext(t.Context(), "tcp", address)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = conn.Close() }()
	if _, err := fmt.Fprintf(conn, "GET / HTTP/1.0\r\nHost: %s\r\nConnection: close\r\n\r\n", address); err != nil {
		t.Fatal(err)
	}
	res, err := http.ReadResponse(bufio.NewReader(conn), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = res.Body.Close() }()
	if res.StatusCode != http.StatusForbidden {
		t.Errorf("%d", res.StatusCode)
	}
}

func TestIs(t *testing.T) {
	t.Parallel()
	for host, want := range map[string]bool{
		"localhost": true, "127.0.0.1": true, "127.9.9.9": true, "LocalHost": false, "::1": true,
		"": false, "0.0.0.0": false, "::": false, "192.0.2.1": false, "localhost.example": false, "127.0.0.1:80": false,
	} {
		if loopback.Is(host) != want {
			t.Errorf("%q: want %t", host, want)
		}
	}
}
