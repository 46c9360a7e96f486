package main

import (
	"bytes"
	"database/sql"
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// judged judges a play of one replica on SQLite that kept each bound before harm. It returns the figures, with single
// spaces, and the error.
func judged(t *testing.T, harm func(*probes)) (figures, broken string) {
	t.Helper()
	at := &clock{time.Unix(1_000_000, 0)}
	var out bytes.Buffer
	c := &cluster{options: options{smallDisks: true}, dir: t.TempDir(), out: &out, ledger: newLedger(1, at.now),
		tokens: new(tokenGuard), played: map[string]int{}}
	for _, kind := range c.plays() {
		c.played[kind.name] = 1
	}
	show := func(order int64) {
		c.ledger.acked(fmt.Sprint("m-", order), 1, order)
		at.pass(40 * time.Millisecond)
		c.ledger.saw(0, 1, order)
	}
	show(outsideOrder)
	at.pass(time.Minute)
	c.ledger.begin("kill")()
	show(afterOrder)
	p := &probes{cluster: c, outs: []time.Duration{time.Millisecond}, won: 1}
	harm(p)
	keep(t, c)
	if err := c.verdict(t.Context(), p); err != nil {
		broken = err.Error()
	}
	return strings.Join(strings.Fields(out.String()), " "), broken
}

// The orders of judged.
const (
	outsideOrder = 1
	afterOrder   = 2
)

// keep makes the database that has what the ledger knows.
func keep(t *testing.T, c *cluster) {
	t.Helper()
	if err := os.Mkdir(c.sqliteFolder(), 0o700); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", c.sqliteFile())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	do := func(query string, values ...any) {
		if _, err := db.ExecContext(t.Context(), query, values...); err != nil {
			t.Fatalf("%s: %v", query, err)
		}
	}
	do("CREATE TABLE inbox (message_id, order_id, state, holder)")
	do("CREATE TABLE inbox_claims (holder)")
	do("CREATE TABLE orders (order_id)")
	do("CREATE TABLE order_timeline (order_id, data)")
	for id := range c.ledger.messages {
		do("INSERT INTO inbox VALUES (?, 0, 'done', '')", id)
	}
	placed, err := json.Marshal(api.TimelineEntry{What: api.TimelineEvent, Event: int(platform.EventOrderPlaced)})
	if err != nil {
		t.Fatal(err)
	}
	for id := range c.ledger.orders {
		do("INSERT INTO orders VALUES (?)", id)
		do("INSERT INTO order_timeline VALUES (?, ?)", id, placed)
	}
}

// The bounds of a play were kept although some kinds were never drawn, or nothing was measured.
func TestVerdictNamesWhatWasNotPlayedOrMeasured(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		harm    func(*probes)
		figures string
		broken  string
	}{
		"whole": {func(*probes) {}, "played: kill-replica 1", ""},
		"kind not played": {func(p *probes) { delete(p.played, "stop-replica") },
			"played: stop-replica 0", "stop-replica was never played"},
		"kinds chosen": {func(p *probes) { p.only, p.played = "kill-replica", nil }, "", ""},
		"no small disk": {func(p *probes) { p.smallDisks = false },
			"not played: disk-full needs -small-disks, as root", ""},
		"no order outside of faults": {func(p *probes) { delete(p.ledger.orders, outsideOrder) },
			"", "outside of faults: not measured"},
		"no order after a fault": {func(p *probes) { delete(p.ledger.orders, afterOrder) },
			"", "after a fault's end: not measured"},
		"no fault": {func(p *probes) { p.only, p.ledger.faults = "calm", nil }, "", ""},
		"no sign-out": {func(p *probes) { p.outs, p.outsFailed = nil, 3 },
			"sign-outs that failed outside of faults 3", "sign-out elsewhere: not measured"},
		"some sign-outs failed": {func(p *probes) { p.outsFailed = 3 }, "sign-outs that failed outside of faults 3", ""},
		"no save": {func(p *probes) { p.won, p.saveFailed = 0, 9 },
			"saves that failed outside of faults 9", "none was accepted"},
	} {
		figures, broken := judged(t, c.harm)
		if !strings.Contains(figures, c.figures) {
			t.Errorf("%s: no %q in %s", name, c.figures, figures)
		}
		if (broken == "") != (c.broken == "") || !strings.Contains(broken, c.broken) {
			t.Errorf("%s: broken %q, want %q", name, broken, c.broken)
		}
	}
}
