package main

import (
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/prometheus/client_golang/prometheus"
)

// Metrics are served on the configured address, and nowhere else.
func TestMetricsAreServedOnlyWhereConfigured(t *testing.T) {
	t.Parallel()
	if registry, sites, err := (metrics{}).open(t.Context()); registry != nil || sites != nil || err != nil {
		t.Errorf("nobody asked: %v %v %v", registry, sites, err)
	}
	registry, sites, err := metrics{MetricsListen: "127.0.0.1:0"}.open(t.Context())
	if err != nil || len(sites) != 1 {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = sites[0].listener.Close() })
	registry.MustRegister(prometheus.NewGauge(prometheus.GaugeOpts{Name: "shopdesk_probe"}))
	for _, tt := range []struct {
		path, want string
		status     int
	}{
		{"/metrics", "shopdesk_probe 0", http.StatusOK}, {"/", "", http.StatusNotFound},
		{"/debug/pprof/", "goroutine", http.StatusOK},
		{"/debug/pprof/goroutine?debug=1", "goroutine profile", http.StatusOK},
	} {
		w := httptest.NewRecorder()
		sites[0].handler.ServeHTTP(w, httptest.NewRequest(http.MethodGet, tt.path, nil))
		if w.Code != tt.status || !strings.Contains(w.Body.String(), tt.want) {
			t.Errorf("%s: %d %s", tt.path, w.Code, w.Body)
		}
	}
	if _, _, err := (metrics{MetricsListen: "nonsense"}).open(t.Context()); err == nil ||
		!strings.Contains(err.Error(), "SHOPDESK_METRICS_LISTEN") {
		t.Errorf("a wrong address: %v", err)
	}
}

func TestAuthorizeURLNeedsAnAppID(t *testing.T) {
	t.Parallel()
	err := errors.Join(settings{AuthorizeURL: "ftp://x"}.bad()...)
	for _, want := range []string{"SHOPDESK_AUTHORIZE_URL: ",
		"SHOPDESK_APP_ID (--app-id) is missing: SHOPDESK_AUTHORIZE_URL"} {
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%v lacks %q", err, want)
		}
	}
}
