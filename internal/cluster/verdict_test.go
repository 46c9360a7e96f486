package main

import (
	"bytes"
	"database/sql"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"
)

// judged is the end of a play of one replica on SQLite in which each bound was kept, but for harm. It returns the
// figures and the error.
func judged(t *testing.T, harm func(*cluster, *probes, *clock)) (figures, broken string) {
	t.Helper()
	at := &clock{time.Unix(1_000_000, 0)}
	var out bytes.Buffer
	c := &cluster{options: options{smallDisks: true}, dir: t.TempDir(), out: &out, ledger: newLedger(1, at.now),
		tokens: new(tokenGuard), played: map[string]int{}}
	for _, kind := range c.plays() {
		c.played[kind.name] = 1
	}
	p := &probes{cluster: c}
	harm(c, p, at)
	emptyDatabase(t, c)
	text := ""
	if err := c.verdict(t.Context(), p); err != nil {
		text = err.Error()
	}
	return strings.Join(strings.Fields(out.String()), " "), text
}

// emptyDatabase makes the tables that the verdict reads.
func emptyDatabase(t *testing.T, c *cluster) {
	t.Helper()
	if err := os.Mkdir(c.sqliteFolder(), 0o700); err != nil {
		t.Fatal(err)
	}
	db, err := sql.Open("sqlite", c.sqliteFile())
	if err != nil {
		t.Fatal(err)
	}
	defer func() { _ = db.Close() }()
	for _, table := range []string{"inbox (message_id, order_id, state)", "orders (order_id)",
		"order_timeline (order_id, data)"} {
		if _, err := db.ExecContext(t.Context(), "CREATE TABLE "+table); err != nil {
			t.Fatal(fmt.Errorf("%s: %w", table, err))
		}
	}
}

// The bounds of a play were kept although it never drew some kinds.
func TestKindThatWasNeverPlayedBreaksTheVerdict(t *testing.T) {
	t.Parallel()
	for name, c := range map[string]struct {
		harm    func(*cluster)
		figures string // a line of them, with single spaces
		broken  string
	}{
		"each was played": {func(*cluster) {}, "played: kill-replica 1", ""},
		"one wasn't": {func(c *cluster) { delete(c.played, "stop-replica") },
			"played: stop-replica 0", "stop-replica was never played"},
		"others were chosen": {func(c *cluster) { c.only, c.played = "calm", map[string]int{"calm": 1} }, "", ""},
		"no disk to fill": {func(c *cluster) { c.smallDisks = false },
			"not played: disk-full needs -small-disks, as root", ""},
	} {
		figures, broken := judged(t, func(cl *cluster, _ *probes, _ *clock) { c.harm(cl) })
		if !strings.Contains(figures, c.figures) {
			t.Errorf("%s: no %q in %s", name, c.figures, figures)
		}
		if (broken == "") != (c.broken == "") || !strings.Contains(broken, c.broken) {
			t.Errorf("%s: broken %q, want %q", name, broken, c.broken)
		}
	}
}
