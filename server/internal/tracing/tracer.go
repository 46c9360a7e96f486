package tracing

import (
	"context"
	"crypto/sha256"
	"fmt"
	"net/http"
	"time"

	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/codes"
	"go.opentelemetry.io/otel/trace"
)

// Name is the name of a span.
type Name string

// The spans.
const (
	Request  Name = "request"          // a request to the console
	Call     Name = "platform.call"    // an attempt to call the platform
	Received Name = "message.received" // a pushed message, until it is kept
	Heard    Name = "message.heard"    // from a message's arrival until its event is in the log
	Shown    Name = "event.shown"      // from an event's moment until it is written to streams
	Read     Name = "order.read"       // an order read from the platform
	Turn     Name = "job.turn"         // a job's work on a row
)

// Fact is an attribute of a span. The functions below make all that there are.
type Fact struct{ kv attribute.KeyValue }

// Method is a request's method.
func Method(method string) Fact { return Fact{attribute.String("http.request.method", method)} }

// Status is the status of an answer to a request.
func Status(code int) Fact { return Fact{attribute.Int("http.response.status_code", code)} }

// RequestID is the id that the log has too.
func RequestID(id string) Fact { return Fact{attribute.String("shopdesk.request", id)} }

// Endpoint is a path of the platform's interface.
func Endpoint(path string) Fact { return Fact{attribute.String("shopdesk.endpoint", path)} }

// Outcome is a word of our own code.
func Outcome(word string) Fact { return Fact{attribute.String("shopdesk.outcome", word)} }

// Event is the number of the platform's event.
func Event(code int64) Fact { return Fact{attribute.Int64("shopdesk.event", code)} }

// Job is the name of a job.
func Job(name string) Fact { return Fact{attribute.String("shopdesk.job", name)} }

// Tracer makes spans. A nil Tracer makes none.
type Tracer struct {
	tracer   trace.Tracer
	database string
}

// New makes a tracer, nil without a provider. database is the database's id.
func New(provider trace.TracerProvider, database string) *Tracer {
	if provider == nil {
		return nil
	}
	return &Tracer{provider.Tracer("github.com/shopdesk/shopdesk/server"), database}
}

// Span is something under way. The zero Span is not told.
type Span struct{ span trace.Span }

// Start begins a span within the span of ctx.
func (t *Tracer) Start(ctx context.Context, name Name, facts ...Fact) (context.Context, Span) {
	if t == nil {
		return ctx, Span{}
	}
	ctx, span := t.tracer.Start(ctx, string(name), trace.WithSpanKind(kindOf(name)), attributes(facts))
	return ctx, Span{span}
}

// End ends a span. failed marks the span as an error.
func (s Span) End(failed bool, facts ...Fact) {
	if s.span == nil {
		return
	}
	for _, f := range facts {
		s.span.SetAttributes(f.kv)
	}
	if failed {
		s.span.SetStatus(codes.Error, "")
	}
	s.span.End()
}

// Order moves ctx to the trace of an order.
func (t *Tracer) Order(ctx context.Context, shop, order int64) context.Context {
	if t == nil || order == 0 {
		return ctx
	}
	sum := sha256.Sum256(fmt.Appendf(nil, "order\x00%s\x00%d\x00%d", t.database, shop, order))
	c := trace.SpanContextConfig{TraceFlags: trace.FlagsSampled, Remote: true}
	copy(c.TraceID[:], sum[:16])
	copy(c.SpanID[:], sum[16:24])
	return trace.ContextWithSpanContext(ctx, trace.NewSpanContext(c))
}

// Step tells of a step of an order that is over.
func (t *Tracer) Step(shop, order int64, name Name, from, to time.Time, failed bool, facts ...Fact) {
	if t == nil || order == 0 {
		return
	}
	_, span := t.tracer.Start(t.Order(context.Background(), shop, order), string(name), trace.WithTimestamp(from),
		trace.WithSpanKind(kindOf(name)), attributes(facts))
	if failed {
		span.SetStatus(codes.Error, "")
	}
	span.End(trace.WithTimestamp(to))
}

// Inject adds the header traceparent (W3C Trace Context) of the span of ctx.
func Inject(ctx context.Context, to http.Header) {
	if c := trace.SpanContextFromContext(ctx); c.IsValid() {
		to["Traceparent"] = []string{fmt.Sprintf("00-%s-%s-%02x", c.TraceID(), c.SpanID(),
			byte(c.TraceFlags()&trace.FlagsSampled))}
	}
}

// attributes copies the facts, so that a call without a tracer keeps them off the heap.
func attributes(facts []Fact) trace.SpanStartEventOption {
	list := make([]attribute.KeyValue, len(facts))
	for i, f := range facts {
		list[i] = f.kv
	}
	return trace.WithAttributes(list...)
}

func kindOf(name Name) trace.SpanKind {
	switch name {
	case Request:
		return trace.SpanKindServer
	case Call:
		return trace.SpanKindClient
	case Received:
		return trace.SpanKindConsumer
	case Heard, Shown, Read, Turn:
	}
	return trace.SpanKindInternal
}
