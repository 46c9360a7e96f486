package main

import (
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"

	_ "modernc.org/sqlite" // the driver "sqlite"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// The bounds.
const (
	outsideBound = time.Second
	afterBound   = 5 * time.Second
	signOutBound = 2 * time.Second
)

// verdict waits until all that was accepted is on the screens, prints what was measured, and returns which bounds were
// broken.
func (c *cluster) verdict(ctx context.Context, p *probes) error {
	waiting := c.drain(ctx)
	if err := ctx.Err(); err != nil {
		return err
	}
	asked := c.ledger.now() // messages go on coming, of orders that lapse
	kept, err := c.kept(ctx)
	if err != nil {
		return err
	}
	d := c.ledger.delays(time.Time{})
	slices.Sort(p.outs)
	c.ledger.mu.Lock()
	broken := slices.Clone(c.ledger.problems)
	faults := map[string]int{}
	for _, f := range c.ledger.faults {
		faults[f.What]++
	}
	placed, messages := c.ledger.sent, len(c.ledger.messages)
	lost, late, doubled := kept.against(c.ledger, asked)
	c.ledger.mu.Unlock()

	table := tabwriter.NewWriter(c.out, 0, 0, 2, ' ', 0)
	row := func(what, format string, values ...any) {
		fmt.Fprintf(table, "  %s\t%s\n", what, fmt.Sprintf(format, values...))
	}
	bound := func(what string, list []time.Duration, most time.Duration) {
		if len(list) == 0 {
			row(what, "not measured (bound: 99 %% under %v)", most)
			broken = append(broken, what+": not measured")
			return
		}
		slow := quantile(list, 0.99)
		row(what, "median %v, 99 %% %v, most %v of %d (bound: 99 %% under %v)", ms(quantile(list, 0.5)), ms(slow),
			ms(quantile(list, 1)), len(list), most)
		if slow >= most {
			broken = append(broken, fmt.Sprintf("%s: 99 %% is %v, not under %v", what, ms(slow), most))
		}
	}
	none := func(what string, n int) {
		row(what, "%d", n)
		if n > 0 {
			broken = append(broken, fmt.Sprintf("%s: %d", what, n))
		}
	}
	fmt.Fprintln(table)
	row("seed", "%d", c.seed)
	row("kills", "%d", c.kills)
	if c.only == "" {
		for _, kind := range c.plays() {
			row("played: "+kind.name, "%d", c.played[kind.name])
			if c.played[kind.name] == 0 {
				broken = append(broken, kind.name+" was never played")
			}
		}
		if !c.smallDisks {
			row("not played: disk-full", "needs -small-disks, as root")
		}
	}
	for _, what := range slices.Sorted(maps.Keys(faults)) {
		row("fault: "+what, "%d", faults[what])
	}
	row("orders placed", "%d", placed)
	row("messages answered with code 0", "%d", messages)
	none("of them lost", lost)
	none("in the inbox, and not heard in the end", late)
	none("doubled", doubled)
	none("orders that not all screens showed in the end", waiting)
	bound("code 0 to screen, outside of faults", d.Outside, outsideBound)
	if len(faults) > 0 {
		bound("code 0 to screen, after a fault's end", d.After, afterBound)
	}
	row("code 0 to screen, touched by a fault", "median %v, 99 %% %v, most %v of %d", ms(quantile(d.During, 0.5)),
		ms(quantile(d.During, 0.99)), ms(quantile(d.During, 1)), len(d.During))
	bound("sign-out elsewhere", p.outs, signOutBound)
	row("sign-outs that failed outside of faults", "%d", p.outsFailed)
	row("saves of one record at once", "%d accepted, %d refused, %d without an answer", p.won, p.conflict, p.unknown)
	row("saves that failed outside of faults", "%d", p.saveFailed)
	if p.won == 0 {
		broken = append(broken, "saves of one record at once: none was accepted")
	}
	for _, r := range c.replicas {
		size, err := r.memory()
		if err != nil {
			return err
		}
		row("memory of "+r.name+" in the end", "%d MB", size>>20)
		if most := int64(c.memory) << 20; most > 0 && size > most {
			broken = append(broken, fmt.Sprintf("%s has %d MB of memory, more than %d", r.name, size>>20, c.memory))
		}
	}
	presented, again := c.tokens.count()
	row("refresh tokens presented", "%d, %d of them again because a fault took the first answer", presented, again)
	if err := table.Flush(); err != nil {
		return err
	}
	if len(broken) > 0 {
		return errors.New("cluster: broken: " + strings.Join(broken, "; "))
	}
	fmt.Fprint(c.out, "\n  All bounds were kept.\n\n")
	return nil
}

func ms(d time.Duration) time.Duration { return d.Round(time.Millisecond) }

// drain waits until every order that was accepted is on all screens, and returns how many aren't after a while.
func (c *cluster) drain(ctx context.Context) (waiting int) {
	ctx, cancel := context.WithTimeout(ctx, drained)
	defer cancel()
	for {
		var v pageView
		c.ledger.fill(&v)
		if v.Waiting == 0 || rest(ctx, lookAgain) != nil {
			return v.Waiting
		}
	}
}

// keeping is what the database has in the end.
type keeping struct {
	messages map[string]int // how often each is in the inbox
	waiting  map[int64]int  // how many messages of each order nobody has heard yet
	orders   map[int64]int  // how many rows each has
	placed   map[int64]int  // how often each was heard to be placed
}

func (c *cluster) kept(ctx context.Context) (k keeping, err error) {
	driver, address := "sqlite", "file:"+c.sqliteFile()+"?mode=ro"
	if c.pair != nil {
		driver, address = "pgx", c.pair.leader().dsn()
	}
	db, err := sql.Open(driver, address)
	if err != nil {
		return k, err
	}
	defer func() { err = errors.Join(err, db.Close()) }()
	k = keeping{map[string]int{}, map[int64]int{}, map[int64]int{}, map[int64]int{}}
	if err := each(ctx, db, `SELECT message_id FROM inbox`, func(id string) { k.messages[id]++ }); err != nil {
		return k, err
	}
	if err := each(ctx, db, `SELECT order_id FROM inbox WHERE state = 'waiting'
		OR holder IN (SELECT holder FROM inbox_claims)`,
		func(id int64) { k.waiting[id]++ }); err != nil {
		return k, err
	}
	if err := each(ctx, db, `SELECT order_id FROM orders`, func(id int64) { k.orders[id]++ }); err != nil {
		return k, err
	}
	rows, err := db.QueryContext(ctx, `SELECT order_id, data FROM order_timeline`)
	if err != nil {
		return k, err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var id int64
		var data []byte
		if err := rows.Scan(&id, &data); err != nil {
			return k, err
		}
		var entry api.TimelineEntry
		if err := json.Unmarshal(data, &entry); err != nil {
			return k, fmt.Errorf("the timeline of %d: %w", id, err)
		}
		if entry.What == api.TimelineEvent && platform.Event(entry.Event) == platform.EventOrderPlaced {
			k.placed[id]++
		}
	}
	return k, rows.Err()
}

// each calls do with the one column of each row.
func each[T any](ctx context.Context, db *sql.DB, query string, do func(T)) error {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return err
	}
	defer func() { _ = rows.Close() }()
	for rows.Next() {
		var value T
		if err := rows.Scan(&value); err != nil {
			return err
		}
		do(value)
	}
	return rows.Err()
}

// against counts what was answered with code 0 before the database was asked and isn't kept, what is kept and wasn't
// heard yet, and what is kept more than once. The caller holds the ledger's lock.
func (k keeping) against(l *ledger, asked time.Time) (lost, late, doubled int) {
	for id, acked := range l.messages {
		switch n := k.messages[id]; {
		case n == 0 && acked.After(asked):
		case n == 0:
			lost++
		case n > 1:
			doubled++
		}
	}
	for id, s := range l.orders {
		switch n := k.placed[id]; {
		case s.acked.IsZero() || s.acked.After(asked):
		case n == 0 && k.waiting[id] > 0:
			late++
		case n == 0 || k.orders[id] == 0:
			lost++
		case n > 1 || k.orders[id] > 1:
			doubled++
		}
	}
	return lost, late, doubled
}
