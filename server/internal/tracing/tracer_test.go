package tracing_test

import (
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/tracing"
)

// Without a provider there is no tracer, and its calls allocate nothing.
func TestWithoutAProviderNothingIsPaid(t *testing.T) {
	tracer, ctx, now := tracing.New(nil, "A"), t.Context(), time.Now()
	if paid := testing.AllocsPerRun(100, func() {
		inner, span := tracer.Start(tracer.Order(ctx, 1, 2), tracing.Call, tracing.Endpoint("/x"), tracing.Event(1))
		span.End(true, tracing.Outcome("done"))
		tracer.Step(1, 2, tracing.Heard, now, now, false, tracing.Event(1))
		if inner != ctx {
			t.Error("the context has changed")
		}
	}); paid != 0 {
		t.Errorf("%v allocations", paid)
	}
}
