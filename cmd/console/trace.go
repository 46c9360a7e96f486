package main

import (
	"cmp"
	"context"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
	"go.opentelemetry.io/otel/attribute"
	"go.opentelemetry.io/otel/exporters/otlp/otlptrace/otlptracehttp"
	"go.opentelemetry.io/otel/sdk/resource"
	sdk "go.opentelemetry.io/otel/sdk/trace"

	"github.com/shopdesk/shopdesk/server"
)

// tracesWithin bounds the wait for the last spans.
const tracesWithin = 5 * time.Second

// trace sets the option if OpenTelemetry's usual variables name an endpoint (OTEL_EXPORTER_OTLP_ENDPOINT or
// OTEL_EXPORTER_OTLP_TRACES_ENDPOINT). The SDK reads the others. end sends the last spans.
func trace(ctx context.Context, log *slog.Logger, o *server.Options) (end func(), err error) {
	const endpoint, protocol = "OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_EXPORTER_OTLP_PROTOCOL"
	address := cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"), os.Getenv(endpoint))
	switch {
	case address == "", os.Getenv("OTEL_TRACES_EXPORTER") == "none",
		strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true"):
		return func() {}, nil
	}
	if p := cmp.Or(os.Getenv("OTEL_EXPORTER_OTLP_TRACES_PROTOCOL"), os.Getenv(protocol)); p != "" &&
		p != "http/protobuf" {
		return nil, fmt.Errorf("%s: %q: want http/protobuf", protocol, p)
	}
	// The exporter only logs a wrong address.
	if u, err := url.Parse(address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%s: want an address such as http://collector:4318", endpoint)
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces not sent", "err", err) }))
	exporter, err := otlptracehttp.New(ctx)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", endpoint, err)
	}
	about, err := resource.New(ctx, resource.WithTelemetrySDK(), resource.WithAttributes(
		attribute.String("service.name", "shopdesk"), attribute.String("service.version", programVersion())),
		resource.WithFromEnv()) // the last one counts
	if err != nil {
		return nil, fmt.Errorf("OTEL_RESOURCE_ATTRIBUTES: %w", err)
	}
	provider := sdk.NewTracerProvider(sdk.WithBatcher(exporter), sdk.WithResource(about))
	o.TracerProvider = provider
	return func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tracesWithin)
		defer cancel()
		closing(log, "traces", func() error { return provider.Shutdown(ctx) })
	}, nil
}
