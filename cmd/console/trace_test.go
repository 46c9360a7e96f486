package main

import (
	"io"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"os"
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

// What the SDK can't use of its variables is refused, by an error without the values: they may be secrets. The bugs:
// the console started, with such a sampler every trace was sent, and the check said that all was well.
func TestTracesThatCannotBeSentAreRefused(t *testing.T) {
	for _, tt := range []struct{ name, value, want string }{
		{"OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "collector:4318", "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: want"},
		{"OTEL_EXPORTER_OTLP_ENDPOINT", "http://u:hunter2/@collector", "parse url"},
		{"OTEL_EXPORTER_OTLP_TRACES_PROTOCOL", "grpc", "OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: "},
		{"OTEL_EXPORTER_OTLP_COMPRESSION", "zip", "OTEL_EXPORTER_OTLP_COMPRESSION: "},
		{"OTEL_EXPORTER_OTLP_HEADERS", "Authorization: Bearer hunter2", "parse headers: missing"},
		{"OTEL_EXPORTER_OTLP_TRACES_HEADERS", "Authorization=hunter%r2", "escape header value"},
		{"OTEL_EXPORTER_OTLP_TIMEOUT", "10s", "parse duration"},
		{"OTEL_EXPORTER_OTLP_CERTIFICATE", "/nope", "/nope"},
		{"OTEL_EXPORTER_OTLP_CLIENT_KEY", "/nope", "read tls client key"},
		{"OTEL_TRACES_SAMPLER", "traceidratioo", "unsupported sampler"},
		{"OTEL_TRACES_SAMPLER_ARG", "10%", "parsing sampler argument"},
		{"OTEL_BSP_SCHEDULE_DELAY", "abc", "OTEL_BSP_SCHEDULE_DELAY"},
		{"OTEL_RESOURCE_ATTRIBUTES", "service.name", "OTEL_RESOURCE_ATTRIBUTES"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Setenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", "http://127.0.0.1:1")
			t.Setenv("OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", os.DevNull)
			t.Setenv("OTEL_TRACES_SAMPLER", "traceidratio")
			t.Setenv(tt.name, tt.value)
			var o server.Options
			_, err := trace(t.Context(), slog.New(slog.DiscardHandler), &o)
			if err == nil || !strings.Contains(err.Error(), tt.want) || o.TracerProvider != nil {
				t.Fatalf("%v, want %s", err, tt.want)
			}
			if strings.Contains(err.Error(), "hunter") || strings.Contains(err.Error(), "%r2") {
				t.Errorf("a secret: %v", err)
			}
		})
	}
}

// The bug: the SDK wrote a line of its own beside the program's, with the collector's secret in it.
func TestSecretOfTheCollectorStaysOut(t *testing.T) {
	set := checkable(t)
	args := []string{"check"}
	for flag, value := range set {
		args = append(args, flag+"="+value)
	}
	c := program(t, args...)
	c.Env = append(c.Env, "OTEL_EXPORTER_OTLP_ENDPOINT=http://127.0.0.1:1",
		"OTEL_EXPORTER_OTLP_HEADERS=Authorization: Bearer hunter2")
	out, err := c.CombinedOutput()
	if err == nil || !strings.Contains(string(out), "parse headers") || strings.Contains(string(out), "hunter2") {
		t.Errorf("%v: %s", err, out)
	}
}
