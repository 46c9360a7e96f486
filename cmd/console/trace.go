package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"strings"
	"time"

	"github.com/go-logr/logr"
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
// OTEL_EXPORTER_OTLP_TRACES_ENDPOINT). The SDK reads the others; what it can't use of them is an error. end sends the
// last spans.
func trace(ctx context.Context, log *slog.Logger, o *server.Options) (end func(), err error) {
	endpoint, address := exporterVariable("ENDPOINT")
	switch {
	case address == "", os.Getenv("OTEL_TRACES_EXPORTER") == "none",
		strings.EqualFold(os.Getenv("OTEL_SDK_DISABLED"), "true"):
		return func() {}, nil
	}
	// The exporter takes any of these.
	if u, err := url.Parse(address); err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https" {
		return nil, fmt.Errorf("%s: want an address such as http://collector:4318", endpoint)
	}
	if name, protocol := exporterVariable("PROTOCOL"); protocol != "" && protocol != "http/protobuf" {
		return nil, fmt.Errorf("%s: %q: want http/protobuf", name, protocol)
	}
	if name, packing := exporterVariable("COMPRESSION"); packing != "" && packing != "gzip" && packing != "none" {
		return nil, fmt.Errorf("%s: %q: want gzip or none", name, packing)
	}
	told := new(unusable)
	otel.SetErrorHandler(told)
	otel.SetLogger(logr.New(told))
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
	end = func() {
		ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), tracesWithin)
		defer cancel()
		closing(log, "traces", func() error { return provider.Shutdown(ctx) })
	}
	if err := errors.Join(told.errs...); err != nil {
		end()
		return nil, err
	}
	otel.SetErrorHandler(otel.ErrorHandlerFunc(func(err error) { log.Warn("traces not sent", "err", err) }))
	otel.SetLogger(logr.Discard())
	o.TracerProvider = provider
	return end, nil
}

// exporterVariable returns the one of the exporter's two variables that counts, and its value.
func exporterVariable(what string) (name, value string) {
	name = "OTEL_EXPORTER_OTLP_TRACES_" + what
	if value = os.Getenv(name); value == "" {
		name = "OTEL_EXPORTER_OTLP_" + what
		value = os.Getenv(name)
	}
	return name, value
}

// unusable collects what the SDK can't use of its variables. Values that may be secrets stay out, such as headers.
type unusable struct{ errs []error }

var (
	_ otel.ErrorHandler = (*unusable)(nil)
	_ logr.LogSink      = (*unusable)(nil)
)

// Handle collects an error.
func (u *unusable) Handle(err error) { u.errs = append(u.errs, fmt.Errorf("OTEL_…: %w", err)) }

// Error collects an error of the SDK's own log.
func (u *unusable) Error(err error, message string, _ ...any) {
	_, escape := errors.AsType[url.EscapeError](err)
	if _, address := errors.AsType[*url.Error](err); escape || address {
		err = errors.New("wrong escapes or characters") // the error has the value, or a piece of it
	}
	u.Handle(fmt.Errorf("%s: %w", message, err))
}

// Info collects what is said of a variable.
func (u *unusable) Info(_ int, message string, keysAndValues ...any) {
	if len(keysAndValues) == 0 {
		return
	}
	if name, ok := keysAndValues[0].(string); ok && strings.HasPrefix(name, "OTEL_") {
		u.errs = append(u.errs, fmt.Errorf("%s: %s", name, message))
	}
}

// Init implements [logr.LogSink].
func (*unusable) Init(logr.RuntimeInfo) {}

// Enabled implements [logr.LogSink].
func (*unusable) Enabled(int) bool { return true }

// WithValues implements [logr.LogSink].
func (u *unusable) WithValues(...any) logr.LogSink { return u }

// WithName implements [logr.LogSink].
func (u *unusable) WithName(string) logr.LogSink { return u }
