package server_test

import (
	"net/http"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server"
)

// The bug: a demonstration on loopback behind a proxy let in every client of the proxy. Every route refuses forwarded
// requests, and says why; a real console may be behind a proxy.
func TestDemonstrationRefusesForwardedRequests(t *testing.T) {
	t.Parallel()
	demo := open(t, nil)
	routes := []server.Rule{{Method: "GET", Path: "/"}, {Method: "GET", Path: "/shops"},
		{Method: "GET", Path: "/photos/a"}, {Method: "POST", Path: "/hooks/a"}}
	for _, route := range append(routes, demo.console.Rules()...) {
		header := http.Header{api.HeaderConsole: {"1"}, "X-Forwarded-For": {"192.0.2.60"}}
		status, text := demo.do(demo.browser(), route.Method, route.Path, []byte("{}"), header)
		if status != http.StatusForbidden || !strings.Contains(text, "X-Forwarded-For") ||
			!strings.Contains(text, "docs/operations.md") {
			t.Errorf("%s %s: %d %s", route.Method, route.Path, status, text)
		}
	}
	if status, text := demo.do(demo.browser(), "GET", api.PathHealth, nil,
		http.Header{"X-Forwarded-For": {"192.0.2.60"}}); status != http.StatusOK {
		t.Errorf("health: %d %s", status, text)
	}
	// The port of a container, or of a tunnel, differs from ours.
	c := demo.browser()
	body, console := []byte(`{"role":"manager"}`), http.Header{api.HeaderConsole: {"1"}, "Host": {"localhost:9000"},
		"Origin": {"http://localhost:9000"}}
	if status, text := demo.do(c, "POST", api.PathDemo, body, console); status != http.StatusOK {
		t.Errorf("by another port: %d %s", status, text)
	}
	// The page may show uploaded photos, whose addresses have our own port.
	res, err := c.Get(demo.web.URL + mount + "/")
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if policy := res.Header.Get("Content-Security-Policy"); !strings.Contains(policy,
		"img-src 'self' blob: http://127.0.0.1:") || !strings.Contains(policy, demo.web.URL) {
		t.Errorf("pictures may come from %s", policy)
	}

	earnest := open(t, func(o *server.Options) { o.Demo = false })
	if status, text := earnest.do(earnest.browser(), "GET", api.PathSession, nil,
		http.Header{"X-Forwarded-For": {"192.0.2.60"}}); status != http.StatusOK {
		t.Errorf("no demonstration: %d %s", status, text)
	}
	if status, _ := earnest.do(earnest.browser(), "GET", "/", nil,
		http.Header{"Host": {"localhost:9000"}}); status != http.StatusMisdirectedRequest {
		t.Errorf("no demonstration, another host: %d", status)
	}
}
