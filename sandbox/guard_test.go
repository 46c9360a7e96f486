package sandbox_test

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// Bug: whatever name it was reached by, every button could be pressed: by a page
// elsewhere whose name leads here, and by whoever reached a proxy before it.
func TestSandboxIsForItsOwnMachine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, public, host string
		header             http.Header
		refused            bool
	}{
		{"this machine", "", "127.0.0.1:8081", nil, false},
		{"a tunnel's port", "", "localhost:9001", nil, false},
		{"a page whose name leads here", "", "evil.example:8081", nil, true},
		{"the network's address", "", "192.168.1.5:8081", nil, true},
		{"forwarded", "", "127.0.0.1:8081", http.Header{"X-Forwarded-For": {"192.0.2.60"}}, true},
		{"forwarded, with an address of this machine", "http://127.0.0.1:8081", "127.0.0.1:8081",
			http.Header{"Via": {"1.1 proxy"}}, true},
		{"a name that was meant", "https://sandbox.example", "sandbox.example",
			http.Header{"X-Forwarded-For": {"192.0.2.60"}}, false},
		{"another name beside it", "https://sandbox.example", "evil.example", nil, true},
		{"this machine beside it", "https://sandbox.example", "127.0.0.1:8081", nil, false},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			box := &sandbox.Sandbox{PublicURL: tt.public}
			web := httptest.NewServer(box)
			t.Cleanup(web.Close)
			for _, path := range []string{"/", "/sandbox/", "/sandbox/api/orders", "/sandbox/api/rush", sandbox.PathAuthorise,
				platform.PathToken, platform.PathShopGet} {
				method := http.MethodGet
				if strings.HasPrefix(path, "/scm") || path == platform.PathToken || strings.HasSuffix(path, "rush") {
					method = http.MethodPost
				}
				req, err := http.NewRequestWithContext(t.Context(), method, web.URL+path, nil)
				if err != nil {
					t.Fatal(err)
				}
				req.Host = tt.host
				if tt.header != nil {
					req.Header = tt.header
				}
				res, err := http.DefaultTransport.RoundTrip(req)
				if err != nil {
					t.Fatal(err)
				}
				_ = res.Body.Close()
				if refused := res.StatusCode == http.StatusMisdirectedRequest ||
					res.StatusCode == http.StatusForbidden; refused != tt.refused {
					t.Errorf("%s %s: %d", method, path, res.StatusCode)
				}
			}
		})
	}
}
