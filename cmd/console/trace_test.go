package main

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server"
)

// OpenTelemetry's usual variables switch traces on. Without an endpoint there is no provider.
func TestTracesByTheUsualVariables(t *testing.T) {
	sent := make(chan string, 9)
	receiver := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body) // a test of the text fails on an error
		sent <- r.URL.Path + " " + r.Header.Get("Authorization") + " " + string(body)
	}))
	t.Cleanup(receiver.Close)
	for _, tt := range []struct {
		name string
		env  map[string]string
		on   bool
		want string
	}{
		{"unset", nil, false, ""},
		{"set", map[string]string{"ENDPOINT": receiver.URL, "HEADERS": "Authorization=Basic%20x"}, true, ""},
		{"the traces' own", map[string]string{"TRACES_ENDPOINT": receiver.URL + "/v1/traces",
			"HEADERS": "Authorization=Basic%20x"}, true, ""},
		{"another protocol", map[string]string{"ENDPOINT": receiver.URL, "PROTOCOL": "grpc"}, false, "http/protobuf"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			for name, value := range tt.env {
				t.Setenv("OTEL_EXPORTER_OTLP_"+name, value)
			}
			var o server.Options
			end, err := trace(t.Context(), slog.New(slog.DiscardHandler), &o)
			if tt.want != "" {
				if err == nil || !strings.Contains(err.Error(), tt.want) {
					t.Errorf("%v, want %s", err, tt.want)
				}
				return
			}
			if err != nil || (o.TracerProvider != nil) != tt.on {
				t.Fatal(o.TracerProvider, err)
			}
			if tt.on {
				_, span := o.TracerProvider.Tracer("test").Start(t.Context(), "a span")
				span.End()
			}
			end()
			if !tt.on {
				return
			}
			got := <-sent
			for _, part := range []string{"/v1/traces Basic x ", "service.name", "shopdesk", "a span"} {
				if !strings.Contains(got, part) {
					t.Errorf("sent %q without %q", got, part)
				}
			}
		})
	}
}
