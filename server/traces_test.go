package server_test

import (
	"bytes"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"

	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	sdk "go.opentelemetry.io/otel/sdk/trace"
	collector "go.opentelemetry.io/proto/otlp/collector/trace/v1"
	wire "go.opentelemetry.io/proto/otlp/trace/v1"
	"google.golang.org/protobuf/proto"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
)

// traces is an OTLP receiver.
type traces struct {
	mu    sync.Mutex
	spans []*wire.Span
	raw   []byte
}

func (c *traces) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	var sent collector.ExportTraceServiceRequest
	if err == nil {
		err = proto.Unmarshal(body, &sent)
	}
	if err != nil || r.URL.Path != "/v1/traces" {
		http.Error(w, fmt.Sprint(r.URL.Path, err), http.StatusBadRequest)
		return
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.raw = append(c.raw, body...)
	for _, of := range sent.GetResourceSpans() {
		for _, scope := range of.GetScopeSpans() {
			c.spans = append(c.spans, scope.GetSpans()...)
		}
	}
	w.Header().Set("Content-Type", "application/x-protobuf")
}

// ofMessages are the traces of the messages that were received.
func (c *traces) ofMessages() (all [][]byte) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.spans {
		if s.GetName() == "message.received" {
			all = append(all, s.GetTraceId())
		}
	}
	return all
}

// named are the names of a trace's spans.
func (c *traces) named(trace []byte) (names []string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, s := range c.spans {
		if bytes.Equal(s.GetTraceId(), trace) {
			names = append(names, s.GetName())
		}
	}
	return names
}

// tracing sends spans to a receiver at once.
func tracing(t *testing.T) (*sdk.TracerProvider, *traces) {
	t.Helper()
	got := new(traces)
	receiver := httptest.NewServer(got)
	t.Cleanup(receiver.Close)
	exporter, err := otlptracehttp.New(t.Context(), otlptracehttp.WithEndpointURL(receiver.URL+"/v1/traces"))
	if err != nil {
		t.Fatal(err)
	}
	return sdk.NewTracerProvider(sdk.WithSyncer(exporter)), got
}

// allowedFacts are all attributes that spans may have: what isn't here is refused.
var allowedFacts = []string{"http.request.method", "http.response.status_code", "shopdesk.request", "shopdesk.endpoint",
	"shopdesk.outcome", "shopdesk.event", "shopdesk.job"}

// An order's whole way is one trace: its message is received and heard, its event shown, and the order read by a call
// of the platform. No span has an attribute that isn't allowed, or holds anything about the customer or a secret.
func TestAnOrdersWayIsOneTrace(t *testing.T) {
	t.Parallel()
	provider, got := tracing(t)
	k := newKitchen(t, func(o *server.Options) { o.TracerProvider = provider })
	owner := k.as(api.RoleOwner)
	screen := k.screen(owner, "")
	want := []string{"event.shown", "message.heard", "message.received", "order.read", "platform.call"}
	next := int64(orderID)
	// The first order may come before the stream is among those that are written to at once; then its showing isn't told.
	k.eventually("an order's way is told", func() bool {
		k.place(next)
		screen.order(func(o api.Order) bool { return o.OrderID == next && !o.Partial })
		read[api.OrderDetail](k.bench, owner, fmt.Sprintf("%s?shop=%d&order=%d", api.PathOrder, shopID, next))
		next++
		return slices.ContainsFunc(got.ofMessages(), func(trace []byte) bool {
			names := got.named(trace)
			slices.Sort(names)
			return slices.Equal(slices.Compact(names), want)
		})
	})
	got.mu.Lock()
	defer got.mu.Unlock()
	names := map[string]bool{}
	for _, s := range got.spans {
		names[s.GetName()] = true
		for _, a := range s.GetAttributes() {
			if !slices.Contains(allowedFacts, a.GetKey()) {
				t.Errorf("%s has the attribute %s", s.GetName(), a)
			}
		}
		if len(s.GetEvents()) != 0 || s.GetStatus().GetMessage() != "" {
			t.Errorf("%s says %v, %v", s.GetName(), s.GetEvents(), s.GetStatus())
		}
	}
	if !names["request"] || !names["job.turn"] {
		t.Errorf("spans are %v", names)
	}
	hook := k.console.HookURL()
	for _, secret := range []string{"coriander", "Chan", "91234567", "Flat", "Wonton", sandbox.DemoClientSecret,
		hook[strings.LastIndex(hook, "/")+1:]} {
		if strings.Contains(string(got.raw), secret) {
			t.Errorf("the spans hold %q", secret)
		}
	}
}

// A request and its calls of the platform are one trace. The platform is told of the trace only where that is set.
func TestARequestAndItsCallAreOneTrace(t *testing.T) {
	t.Parallel()
	for _, tell := range []bool{false, true} {
		var mu sync.Mutex
		var parents []string
		provider, got := tracing(t)
		b := open(t, func(o *server.Options) {
			o.TracerProvider, o.TracePlatform = provider, tell
		}, func(box http.Handler) http.Handler {
			return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				mu.Lock()
				parents = append(parents, r.Header.Values("Traceparent")...)
				mu.Unlock()
				box.ServeHTTP(w, r)
			})
		})
		b.post(b.as(api.RoleOwner), api.PlatformPrefix+platform.PathWeekGet, platform.ShopRef{ShopID: shopID})
		var call *wire.Span
		b.eventually("the call is told", func() bool {
			got.mu.Lock()
			defer got.mu.Unlock()
			for _, s := range got.spans {
				for _, a := range s.GetAttributes() {
					if a.GetValue().GetStringValue() == platform.PathWeekGet {
						call = s
					}
				}
			}
			return call != nil
		})
		b.eventually("the request is told", func() bool { return slices.Contains(got.named(call.GetTraceId()), "request") })
		mu.Lock()
		want := fmt.Sprintf("00-%x-%x-01", call.GetTraceId(), call.GetSpanId())
		if slices.Contains(parents, want) != tell || !tell && len(parents) != 0 {
			t.Errorf("told %v: the platform saw %q, want %s", tell, parents, want)
		}
		mu.Unlock()
	}
}
