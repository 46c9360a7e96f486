package main

import (
	"context"
	"fmt"
	"net"
	"net/http"
	"net/http/pprof"

	"github.com/prometheus/client_golang/prometheus"
	"github.com/prometheus/client_golang/prometheus/collectors"
	"github.com/prometheus/client_golang/prometheus/promhttp"
)

// metrics serves the program's metrics and profiles, on an address of its own, never on the console's.
type metrics struct {
	MetricsListen string `env:"SHOPDESK_METRICS_LISTEN" help:"Address to serve /metrics and /debug/pprof/ on; default: nowhere." placeholder:"HOST:PORT"`
}

// open begins to listen, if there is an address, and returns the registry and the site; nil without an address.
func (m metrics) open(ctx context.Context) (*prometheus.Registry, []site, error) {
	if m.MetricsListen == "" {
		return nil, nil, nil
	}
	listener, err := new(net.ListenConfig).Listen(ctx, "tcp", m.MetricsListen)
	if err != nil {
		return nil, nil, fmt.Errorf("SHOPDESK_METRICS_LISTEN (--metrics-listen): %w", err)
	}
	registry := prometheus.NewRegistry()
	registry.MustRegister(collectors.NewGoCollector(), collectors.NewProcessCollector(collectors.ProcessCollectorOpts{}))
	mux := http.NewServeMux()
	mux.HandleFunc("GET /debug/pprof/", pprof.Index)
	mux.HandleFunc("GET /debug/pprof/profile", pprof.Profile)
	mux.HandleFunc("GET /debug/pprof/symbol", pprof.Symbol)
	mux.HandleFunc("GET /debug/pprof/trace", pprof.Trace)
	mux.Handle("GET /metrics", promhttp.HandlerFor(registry, promhttp.HandlerOpts{}))
	return registry, []site{{listener, mux}}, nil
}
