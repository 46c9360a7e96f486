package server

import (
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/gateway/connect"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
)

// metrics are all metrics but those of jobs. Their labels are states, outcomes, names from code or interface, and our
// own ids of connections: no token, code or shop.
type metrics struct {
	measures

	s *Server
}

// describe describes a metric.
func describe(name, help string, labels ...string) *prometheus.Desc {
	return prometheus.NewDesc(name, help, labels, nil)
}

var (
	connectionsDesc = describe("shopdesk_connections", "Connections to the platform by state.", "state")
	expiryDesc      = describe("shopdesk_connection_expiry_seconds",
		"Seconds until a connection's access ends if it isn't renewed; below 0 it has ended.", "connection")
	alarmDesc = describe("shopdesk_connection_alarm_percent",
		"How much of its life a token has used up unrenewed, from 75 percent on: 75 or 90, else 0.",
		"connection")
	unsavedDesc = describe("shopdesk_connections_unsaved",
		"Connections whose new tokens are used by this process and not stored yet.")
)

var _ prometheus.Collector = (*metrics)(nil)

func newMetrics(s *Server) *metrics {
	m := &metrics{newMeasures(), s}
	for _, o := range []token.Outcome{token.OutcomeDone, token.OutcomeSignIn, token.OutcomeRefused, token.OutcomeTransient,
		token.OutcomeUnknown} {
		m.renewals.WithLabelValues(o.String())
	}
	for _, result := range deliveryResults {
		m.deliveries.WithLabelValues(result)
	}
	for _, o := range []api.PushOutcome{api.PushSent, api.PushGone, api.PushRefused, api.PushUnreachable} {
		m.pushes.WithLabelValues(string(o))
	}
	return m
}

// Describe implements prometheus.Collector.
func (m *metrics) Describe(to chan<- *prometheus.Desc) {
	for _, d := range presentDescs {
		to <- d
	}
	for _, c := range m.all() {
		c.Describe(to)
	}
}

// Collect implements prometheus.Collector.
func (m *metrics) Collect(to chan<- prometheus.Metric) {
	gauge := func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.GaugeValue, value, labels...)
	}
	now := m.s.opts.Now()
	left := func(at int64) float64 { return time.UnixMilli(at).Sub(now).Seconds() }
	states := map[api.ConnectionState]int{api.ConnectionGood: 0, api.ConnectionRenewing: 0, api.ConnectionLate: 0,
		api.ConnectionSignIn: 0}
	unsaved := 0
	for _, c := range m.s.vault.States() {
		states[connect.StateOf(c)]++
		if c.Unsaved {
			unsaved++
		}
		gauge(expiryDesc, left(c.ExpiresAt), c.ID)
		gauge(alarmDesc, float64(c.Alarm), c.ID)
	}
	if status := m.s.vault.Status(); status != nil && status.Valid {
		gauge(expiryDesc, left(status.ExpiresAt.UnixMilli()), "app")
		gauge(alarmDesc, float64(status.Alarm), "app")
	}
	for state, n := range states {
		gauge(connectionsDesc, float64(n), string(state))
	}
	gauge(unsavedDesc, float64(unsaved))
	m.s.present(gauge, func(d *prometheus.Desc, value float64, labels ...string) {
		to <- prometheus.MustNewConstMetric(d, prometheus.CounterValue, value, labels...)
	})
	for _, c := range m.all() {
		c.Collect(to)
	}
}
