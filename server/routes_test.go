package server_test

import (
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"regexp"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server"
)

// Every route has the security headers, for every caller and every outcome.
func TestEveryRouteHasSecurityHeaders(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	routes := []server.Rule{
		{Method: "GET", Path: "/"}, {Method: "GET", Path: "/shops/100001/hours"},
		{Method: "GET", Path: "/settings/operators"},
		{Method: "GET", Path: "/manifest.webmanifest"}, {Method: "GET", Path: "/sw.js"}, {Method: "GET", Path: "/_/no/such"},
		{Method: "POST", Path: api.PlatformPrefix + platform.PathShopGet},
		{Method: "POST", Path: api.PlatformPrefix + platform.PathToken},
		{Method: "GET", Path: "/api/nothing"}, {Method: "DELETE", Path: api.PathShops},
	}
	for _, route := range append(routes, b.console.Rules()...) {
		req, err := http.NewRequestWithContext(t.Context(), route.Method, b.web.URL+mount+route.Path, strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set(api.HeaderConsole, "1")
		client := b.browser()
		client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		res, err := client.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = res.Body.Close()
		name := route.Method + " " + route.Path
		for header, want := range map[string]string{
			"Content-Security-Policy":      "default-src 'none'",
			"X-Content-Type-Options":       "nosniff",
			"Referrer-Policy":              "no-referrer",
			"Cross-Origin-Resource-Policy": "same-origin",
		} {
			if got := res.Header.Get(header); !strings.Contains(got, want) {
				t.Errorf("%s: %s is %q, want %q in it", name, header, got, want)
			}
		}
		if strings.HasPrefix(route.Path, "/api/") && res.Header.Get("Cache-Control") != "no-store" {
			t.Errorf("%s may be stored: %q", name, res.Header.Get("Cache-Control"))
		}
	}
}

func TestForeignOriginsHostsAndMethodsAreRefused(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	owner := b.as(api.RoleOwner)
	console := http.Header{api.HeaderConsole: {"1"}}
	with := func(key, value string) http.Header {
		h := console.Clone()
		h.Set(key, value)
		return h
	}
	shop := []byte(`{"shopId":100001}`)
	for _, tt := range []struct {
		name, method, path string
		header             http.Header
		status             int
		code               api.Code
	}{
		{"another site's form", "POST", api.PlatformPrefix + platform.PathShopRest, with("Sec-Fetch-Site", "cross-site"), 403,
			api.CodeCrossOrigin},
		{"another site's origin", "POST", api.PlatformPrefix + platform.PathShopRest, with("Origin", "https://evil.example"),
			403, api.CodeCrossOrigin},
		{"a form, which can't send our header", "POST", api.PlatformPrefix + platform.PathShopRest, nil, 403,
			api.CodeCrossOrigin},
		{"a path that isn't there", "POST", "/api/nothing", console, 404, api.CodeNotFound},
		{"another method", "DELETE", api.PathShops, console, 405, api.CodeMethod},
		{"a change by GET", "GET", api.PathSignOut, nil, 405, api.CodeMethod},
		{"the token endpoint", "POST", api.PlatformPrefix + platform.PathToken, console, 404, api.CodeNotFound},
		{"the callback endpoint", "POST", api.PlatformPrefix + platform.PathCallbackSet, console, 404, api.CodeNotFound},
	} {
		status, body := b.do(owner, tt.method, tt.path, shop, tt.header)
		if status != tt.status || code(t, body) != tt.code {
			t.Errorf("%s: %d %s, want %d %s", tt.name, status, body, tt.status, tt.code)
		}
	}
	if status, _ := b.do(owner, "GET", "/", nil,
		http.Header{"Host": {"evil.example"}}); status != http.StatusMisdirectedRequest {
		t.Errorf("a host that isn't ours: %d, want 421", status)
	}
	if status, _ := b.do(owner, "GET", api.PathHealth, nil, http.Header{"Host": {"10.0.0.9"}}); status != http.StatusOK {
		t.Errorf("a load balancer asks for health by address: %d, want 200", status)
	}
}

// A host that strips the prefix is told what to do, without the hook's id. The bugs: every path was answered "404 page
// not found", and the log said nothing; and then the log told the id, if a push came first.
func TestStrippedPrefixIsNamed(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	stripped := httptest.NewServer(http.StripPrefix(mount, b.console))
	t.Cleanup(stripped.Close)
	for range 2 {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, stripped.URL+mount+api.PathHook+"an-id", nil)
		if err != nil {
			t.Fatal(err)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		body, err := io.ReadAll(res.Body)
		_ = res.Body.Close()
		if err != nil || res.StatusCode != http.StatusNotFound || !strings.Contains(string(body), mount+"/") {
			t.Errorf("%v %d %s", err, res.StatusCode, body)
		}
	}
	if n := strings.Count(b.log.String(), "http.StripPrefix"); n != 1 || strings.Contains(b.log.String(), "an-id") {
		t.Errorf("the log tells %d times:\n%s", n, b.log.String())
	}
}

// A proxy that doesn't pass the Host on, or isn't trusted, is told of in the log once, with what to do. The bugs: 421
// to everything without a word, a Host in capitals refused, and all clients of a proxy counted as one unnoticed.
func TestAProxySetUpWronglyIsInTheLog(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) {
		o.Demo, o.PublicURL = false, "https://pos.example"+mount
		o.TrustedProxies = []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8")}
	})
	for _, tt := range []struct {
		host, forwarded string
		status          int
	}{
		{"upstream", "", http.StatusMisdirectedRequest},
		{"upstream", "", http.StatusMisdirectedRequest},
		{"POS.example", "", http.StatusOK},
		{"pos.example", "198.51.100.1", http.StatusOK},
		{"pos.example", "198.51.100.2", http.StatusOK},
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.web.URL+mount+"/", nil)
		if err != nil {
			t.Fatal(err)
		}
		if req.Host = tt.host; tt.forwarded != "" {
			req.Header.Set("X-Forwarded-For", tt.forwarded)
		}
		res, err := b.browser().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if _ = res.Body.Close(); res.StatusCode != tt.status {
			t.Errorf("%+v: %d", tt, res.StatusCode)
		}
	}
	log := b.log.String()
	for _, want := range []string{"seen=upstream expected=[pos.example]", "(Options.TrustedProxies, SHOPDESK_"} {
		if n := strings.Count(log, want); n != 1 {
			t.Errorf("%d lines with %q:\n%s", n, want, log)
		}
	}
}

// A Host with the scheme's own port is the same host as without. The regression: hosts that were set with that port,
// for a proxy that sends it (nginx: $host:$server_port), were answered 421, and so was the public one.
func TestHostsWithTheDefaultPortAreOurs(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) {
		o.Demo, o.PublicURL = false, "https://pos.example"+mount
		o.Hosts = []string{"other.example:443", "third.example:8443"}
	})
	for host, status := range map[string]int{
		"pos.example":        http.StatusOK,
		"POS.example:443":    http.StatusOK,
		"other.example":      http.StatusOK,
		"other.example:443":  http.StatusOK,
		"third.example:8443": http.StatusOK,
		"third.example:443":  http.StatusMisdirectedRequest,
		"third.example":      http.StatusMisdirectedRequest,
		"pos.example:80":     http.StatusMisdirectedRequest,
		"pos.example:443:1":  http.StatusMisdirectedRequest,
		":443":               http.StatusMisdirectedRequest,
	} {
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPost, b.web.URL+mount+api.PathSignOut,
			strings.NewReader("{}"))
		if err != nil {
			t.Fatal(err)
		}
		req.Host = host
		req.Header.Set(api.HeaderConsole, "1")
		req.Header.Set("Content-Type", "application/json")
		req.Header.Set("Origin", "https://"+strings.ToLower(strings.TrimSuffix(host, ":443")))
		res, err := b.browser().Do(req)
		if err != nil {
			t.Fatal(err)
		}
		if _ = res.Body.Close(); res.StatusCode != status {
			t.Errorf("%s: %d, want %d", host, res.StatusCode, status)
		}
	}
}

// Strict-Transport-Security leaves out subdomains: the console may be a path of a host whose subdomains belong to
// others.
func TestStrictTransportSecurityLeavesOutSubdomains(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) { o.Demo, o.PublicURL = false, "https://pos.example"+mount })
	req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.web.URL+mount+"/", nil)
	if err != nil {
		t.Fatal(err)
	}
	req.Host = "pos.example"
	res, err := b.browser().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	_ = res.Body.Close()
	if got := res.Header.Get("Strict-Transport-Security"); got != "max-age=31536000" {
		t.Errorf("Strict-Transport-Security: %q", got)
	}
}

// What a host says of https to browsers stays: it may cover its other names.
func TestStrictTransportSecurityOfTheHostStays(t *testing.T) {
	t.Parallel()
	b := open(t, func(o *server.Options) { o.Demo, o.PublicURL = false, "https://pos.example"+mount })
	const said = "max-age=63072000; includeSubDomains; preload"
	req := httptest.NewRequestWithContext(t.Context(), http.MethodGet, mount+"/", nil)
	req.Host = "pos.example"
	answer := httptest.NewRecorder()
	answer.Header().Set("Strict-Transport-Security", said)
	b.console.ServeHTTP(answer, req)
	if got := answer.Result().Header.Values("Strict-Transport-Security"); len(got) != 1 || got[0] != said {
		t.Errorf("Strict-Transport-Security: %q", got)
	}
}

// The log names each operator who was refused, and from where. The bug: operators who were refused the same were one
// line a minute, so that one who tried everything hid the others.
func TestEachRefusedOperatorIsInTheLog(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	for _, role := range []api.Role{api.RoleManager, api.RoleStaff, api.RoleStaff} {
		if status, body := b.do(b.as(role), http.MethodGet, api.PathConnections, nil, nil); status != http.StatusForbidden {
			t.Fatalf("%d %s", status, body)
		}
	}
	for operator := 2; operator <= 3; operator++ {
		line := regexp.MustCompile(fmt.Sprintf(`event=authz_fail operator=%d .*address=127\.0\.0\.1`, operator))
		if n := len(line.FindAllString(b.log.String(), -1)); n != 1 {
			t.Errorf("operator %d is named %d times:\n%s", operator, n, b.log.String())
		}
	}
}
