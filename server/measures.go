package server

import (
	"context"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/store"
)

// Upper bounds of histograms, in seconds.
var (
	waits        = []float64{.005, .01, .025, .05, .1, .25, .5, 1, 2.5, 5, 10, 30, 60}
	transactions = []float64{.001, .0025, .005, .01, .025, .05, .1, .25, .5, 1, 5}
)

// measures are the metrics of what this process does. Their labels are outcomes, and names from our own code and the
// platform's interface.
type measures struct {
	deliveries, pushes, signIns, storeErrors, renewals *prometheus.CounterVec
	heard, shown, transactions                         prometheus.Histogram
	calls                                              *prometheus.HistogramVec
}

func newMeasures() measures {
	counter := func(name, help, label string) *prometheus.CounterVec {
		return prometheus.NewCounterVec(prometheus.CounterOpts{Name: name, Help: help}, []string{label})
	}
	histogram := func(name, help string, bounds []float64) prometheus.Histogram {
		return prometheus.NewHistogram(prometheus.HistogramOpts{Name: name, Help: help, Buckets: bounds})
	}
	return measures{
		deliveries: counter("shopdesk_webhook_deliveries_total",
			"Deliveries of the platform by result: accepted, repeat, heartbeat, failed, or why they were refused.", "result"),
		pushes: counter("shopdesk_push_results_total", "Notifications by what became of them.", "outcome"),
		signIns: counter("shopdesk_auth_events_total",
			"Events of signing in by name, such as authn_login_fail.", "event"),
		storeErrors: counter("shopdesk_store_errors_total", "Calls of the store that failed, by call.", "call"),
		renewals: counter("shopdesk_token_renewals_total", "Renewals of connections' tokens by this process, by outcome.",
			"outcome"),
		heard: histogram("shopdesk_webhook_heard_seconds",
			"From a message's arrival until its order has moved and its event is in the log.", waits),
		shown: histogram("shopdesk_event_shown_seconds",
			"From an event's moment until it is written to the streams of this process that can take it.", waits),
		transactions: histogram("shopdesk_store_transaction_seconds", "Transactions of the store.", transactions),
		calls: prometheus.NewHistogramVec(prometheus.HistogramOpts{Name: "shopdesk_platform_call_seconds",
			Help: "Calls of the platform by endpoint and outcome: done, refused, or unreachable.", Buckets: waits},
			[]string{"endpoint", "outcome"}),
	}
}

// all lists the collectors.
func (m *measures) all() []prometheus.Collector {
	return []prometheus.Collector{m.deliveries, m.pushes, m.signIns, m.storeErrors, m.renewals, m.heard, m.shown,
		m.transactions, m.calls}
}

// count gives a function that counts words by a counter.
func count(by *prometheus.CounterVec) func(word string) {
	return func(word string) { by.WithLabelValues(word).Inc() }
}

func (m *measures) called(endpoint string, took time.Duration, outcome string) {
	m.calls.WithLabelValues(endpoint, outcome).Observe(took.Seconds())
}

func (m *measures) renewed(o token.Outcome) { m.renewals.WithLabelValues(o.String()).Inc() }

// observer is told how the store does.
func (m *measures) observer() store.Observer {
	return store.Observer{
		Transaction: func(took time.Duration) { m.transactions.Observe(took.Seconds()) },
		Failed:      count(m.storeErrors),
	}
}

var (
	streamsDesc = describe("shopdesk_streams", "Streams open to screens of this process.")
	devicesDesc = describe("shopdesk_push_devices", "Devices subscribed to notifications.")
	ringsDesc   = describe("shopdesk_ring_devices",
		"Devices by whether they ring for an order: rings, or silent in an open shop.", "state")
	inboxDesc = describe("shopdesk_inbox_messages",
		"Messages of the platform in the database by state: waiting, dead, or foreign (dead, of a shop that isn't ours).",
		"state")
	oldestDesc = describe("shopdesk_inbox_oldest_seconds", "How long the oldest waiting message has waited.")
	pausesDesc = describe("shopdesk_pauses_late", "Pauses whose next look is due for over a minute.")
	runsDesc   = describe("shopdesk_runs", "Runs that haven't ended, by state.", "state")
	runLate    = describe("shopdesk_runs_late", "Scheduled runs that should have begun over a minute ago.")
	clockDesc  = describe("shopdesk_clock_offset_seconds",
		"How far this process's clock is ahead of the database's, as last compared; below 0 it is behind.")
	poolDesc = describe("shopdesk_store_connections", "Connections of the store by pool and use: busy, or idle.", "pool",
		"use")
	poolWaitDesc = describe("shopdesk_store_pool_wait_seconds_total",
		"Time that calls have waited for a connection, by pool.", "pool")
	logDesc = describe("shopdesk_store_wal_bytes", "Size of SQLite's write-ahead log.")

	presentDescs = []*prometheus.Desc{connectionsDesc, expiryDesc, alarmDesc, unsavedDesc, streamsDesc, devicesDesc,
		ringsDesc, inboxDesc, oldestDesc, pausesDesc, runsDesc, runLate, clockDesc, poolDesc, poolWaitDesc, logDesc}
)

const (
	presentWithin = 5 * time.Second // for the store's answers to one scrape
	lateAfter     = time.Minute
)

// present collects what is so now. What the store doesn't answer is left out.
func (s *Server) present(gauge, counter func(d *prometheus.Desc, value float64, labels ...string)) {
	ctx, cancel := context.WithTimeout(context.Background(), presentWithin)
	defer cancel()
	now := s.opts.Now()
	late := now.Add(-lateAfter).UnixMilli()
	gauge(streamsDesc, float64(s.live.Count()))
	if n, err := s.store.CountPushes(ctx); err == nil {
		gauge(devicesDesc, float64(n))
	}
	if rings, silent, err := s.ring.Count(ctx); err == nil {
		gauge(ringsDesc, float64(rings), "rings")
		gauge(ringsDesc, float64(silent), "silent")
	}
	if b, err := s.store.InboxBacklog(ctx); err == nil {
		gauge(inboxDesc, float64(b.Waiting), store.MessageWaiting)
		gauge(inboxDesc, float64(b.Dead), store.MessageDead)
		gauge(inboxDesc, float64(b.Foreign), "foreign")
		waited := time.Duration(0)
		if b.Oldest != 0 {
			waited = max(0, now.Sub(time.UnixMilli(b.Oldest)))
		}
		gauge(oldestDesc, waited.Seconds())
	}
	if n, err := s.store.CountLatePauses(ctx, late); err == nil {
		gauge(pausesDesc, float64(n))
	}
	if n, err := s.store.CountOpenRuns(ctx, late); err == nil {
		gauge(runsDesc, float64(n.Scheduled), store.RunScheduled)
		gauge(runsDesc, float64(n.Running), store.RunRunning)
		gauge(runsDesc, float64(n.Paused), store.RunPaused)
		gauge(runLate, float64(n.Late))
	}
	if ahead := s.ahead.Load(); ahead != nil {
		gauge(clockDesc, ahead.Seconds())
	}
	of, ok := s.store.(store.Observable)
	if !ok {
		return
	}
	handles := of.Handles()
	for pool, stats := range handles.Pools {
		gauge(poolDesc, float64(stats.InUse), pool, "busy")
		gauge(poolDesc, float64(stats.Idle), pool, "idle")
		counter(poolWaitDesc, stats.WaitDuration.Seconds(), pool)
	}
	gauge(logDesc, float64(handles.Log))
}

// deliveryResults are all results of a delivery, for counters that begin at 0.
var deliveryResults = []string{"accepted", "repeat", "heartbeat", "failed", string(api.HookBadSignature),
	string(api.HookOldTimestamp), string(api.HookMalformed), string(api.HookTooLarge), string(api.HookOtherBody),
	string(api.HookOtherApp)}
