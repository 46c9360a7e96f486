package audit_test

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"log/slog"
	"os"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/internal/access/audit"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

func TestMain(m *testing.M) {
	servertest.Plays(25)
	os.Exit(m.Run())
}

func ring(t testing.TB, lines ...string) *sealed.Keyring {
	t.Helper()
	keys, err := sealed.Parse(strings.NewReader(strings.Join(lines, "\n")))
	if err != nil {
		t.Fatal(err)
	}
	sub, err := keys.Sub(audit.Purpose)
	if err != nil {
		t.Fatal(err)
	}
	return sub
}

func signed(t testing.TB, keys *sealed.Keyring) *sqlstore.Store {
	t.Helper()
	db := sqlitetest.Open(t)
	db.SignAudit(audit.Signer(keys))
	return db
}

// write adds n entries with outcomes, one for each hour from the first hour on.
func write(t testing.TB, db store.Audit, n int) {
	t.Helper()
	for i := range n {
		at := int64(i+1) * hour
		id, err := db.Begin(context.Background(), store.Entry{
			At: at, OperatorID: 7, Operator: "Ann", Address: "192.0.2.1", ShopID: 1,
			Action: "hours.week.update", Request: []byte(`{"a":1}`), Before: []byte(`{"b":2}`),
		})
		if err == nil {
			err = db.Finish(context.Background(), id, store.OutcomeDone, "", at)
		}
		if err != nil {
			t.Fatal(err)
		}
	}
}

const (
	hour int64 = 3_600_000
	kept       = 100 * time.Hour
)

// after is a moment at which only the entries of the first hours are older than kept.
func after(hours int) time.Time { return time.UnixMilli(int64(hours)*hour + 1).Add(kept) }

func TestVerifyAcceptsTheChainAndRefusesOtherPointsAndKeys(t *testing.T) {
	t.Parallel()
	keys := ring(t, sealed.Generate())
	db := signed(t, keys)
	if proof, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{}); err != nil || proof.Rows != 0 {
		t.Errorf("an empty chain: %+v, %v", proof, err)
	}
	write(t, db, 3)
	proof, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{})
	if err != nil || proof.Rows != 6 || proof.End.Seq != 6 {
		t.Fatalf("%+v, %v", proof, err)
	}
	write(t, db, 2)
	since, err := audit.ParsePoint(proof.End.String())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := audit.Verify(t.Context(), db, keys, since); err != nil {
		t.Error(err)
	}
	since.MAC = bytes.Repeat([]byte{1}, 32)
	if _, err := audit.Verify(t.Context(), db, keys, since); !errors.Is(err, audit.ErrBroken) {
		t.Errorf("another point: %v", err)
	}
	if _, err := audit.Verify(t.Context(), db, ring(t, sealed.Generate()), audit.Checkpoint{}); !errors.Is(err,
		audit.ErrBroken) {
		t.Errorf("by other keys: %v", err)
	}
}

// Verify finds every row that a holder of the database's password changes, deletes
// or adds.
func TestVerifyFindsTampering(t *testing.T) {
	t.Parallel()
	for _, statement := range []string{
		`UPDATE audit SET operator = 'Ben' WHERE seq = 3`,
		`UPDATE audit SET operator_id = 8 WHERE seq = 3`,
		`UPDATE audit SET at = at + 1 WHERE seq = 3`,
		`UPDATE audit SET address = '' WHERE seq = 3`,
		`UPDATE audit SET shop_id = 2 WHERE seq = 3`,
		`UPDATE audit SET action = 'x' WHERE seq = 3`,
		`UPDATE audit SET request = '{}' WHERE seq = 3`,
		`UPDATE audit SET before = '{}' WHERE seq = 3`,
		`UPDATE audit SET outcome = 'refused' WHERE seq = 4`,
		`UPDATE audit SET detail = 'x' WHERE seq = 4`,
		`UPDATE audit SET entry = 4 WHERE seq = 4`,
		`UPDATE audit SET mac = x'00' WHERE seq = 3`,
		`UPDATE audit SET key_id = 'gone', operator = 'Ben' WHERE seq = 3`,
		`UPDATE audit SET key_id = '', operator = 'Ben' WHERE seq = 3`,
		`DELETE FROM audit WHERE seq = 3`,
		`DELETE FROM audit WHERE seq = 1`,
		`DELETE FROM audit WHERE seq = 6`,
		`DELETE FROM audit`,
		`UPDATE audit SET seq = 99 WHERE seq = 6`,
		`UPDATE audit_head SET pruned = 2, pruned_mac = (SELECT mac FROM audit WHERE seq = 2); DELETE FROM audit WHERE seq <= 2`,
	} {
		t.Run(statement, func(t *testing.T) {
			t.Parallel()
			keys := ring(t, sealed.Generate())
			db := signed(t, keys)
			write(t, db, 3)
			for _, guard := range []string{"delete", "update", "replace"} {
				if _, err := db.DB().ExecContext(t.Context(), `DROP TRIGGER audit_guard_`+guard); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := db.DB().ExecContext(t.Context(), statement); err != nil {
				t.Fatal(err)
			}
			if proof, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{}); !errors.Is(err, audit.ErrBroken) {
				t.Errorf("not found: %+v, %v", proof, err)
			}
		})
	}
}

// A point kept elsewhere shows that the chain's end was cut off and its head
// rewritten.
func TestVerifyFindsTheEndCutOff(t *testing.T) {
	t.Parallel()
	keys := ring(t, sealed.Generate())
	db := signed(t, keys)
	write(t, db, 3)
	proof, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{})
	if err != nil {
		t.Fatal(err)
	}
	for _, statement := range []string{
		`DROP TRIGGER audit_guard_delete`, `DELETE FROM audit WHERE seq > 4`,
		`UPDATE audit_head SET seq = 4, mac = (SELECT mac FROM audit WHERE seq = 4)`,
	} {
		if _, err := db.DB().ExecContext(t.Context(), statement); err != nil {
			t.Fatal(err)
		}
	}
	if _, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{}); err != nil {
		t.Errorf("without the point nobody can tell: %v", err)
	}
	if _, err := audit.Verify(t.Context(), db, keys, proof.End); !errors.Is(err, audit.ErrBroken) {
		t.Errorf("with the point: %v", err)
	}
}

func TestVerifyNeedsTheOldKeyAfterAKeyChange(t *testing.T) {
	t.Parallel()
	old, fresh := sealed.Generate(), sealed.Generate()
	db := signed(t, ring(t, old))
	write(t, db, 2)
	both := ring(t, fresh, old)
	db.SignAudit(audit.Signer(both))
	write(t, db, 2)
	if proof, err := audit.Verify(t.Context(), db, both, audit.Checkpoint{}); err != nil || proof.Rows != 8 {
		t.Errorf("%+v, %v", proof, err)
	}
	if _, err := audit.Verify(t.Context(), db, ring(t, fresh), audit.Checkpoint{}); !errors.Is(err, sealed.ErrUnknownKey) {
		t.Errorf("without the old key: %v", err)
	}
}

// After any number of prunings, the remaining rows verify and only old rows are
// gone.
func TestPruneDeletesOnlyOldRowsAndTheRestVerifies(t *testing.T) {
	t.Parallel()
	keys := ring(t, sealed.Generate())
	rapid.Check(t, func(rt *rapid.T) {
		db := signed(sqlitetest.Each(t, rt), keys)
		n := rapid.IntRange(0, 6).Draw(rt, "entries")
		write(t, db, n)
		gone := 0
		for range rapid.IntRange(1, 3).Draw(rt, "times") {
			hours := rapid.IntRange(0, n+1).Draw(rt, "before")
			if _, err := audit.Prune(t.Context(), db, keys, kept, after(hours)); err != nil {
				rt.Fatal(err)
			}
			gone = max(gone, min(hours, n))
			left, err := db.Entries(t.Context(), store.EntryQuery{Limit: 100})
			if err != nil || len(left) != n-gone {
				rt.Fatalf("%d left of %d, want %d gone: %v", len(left), n, gone, err)
			}
			proof, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{})
			if err != nil || proof.Rows != int64(2*(n-gone)) || proof.Pruned != int64(2*gone) {
				rt.Fatalf("%+v, %v", proof, err)
			}
		}
		write(t, db, 1)
		if _, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{}); err != nil {
			rt.Fatal(err)
		}
	})
}

// A row that a wrong clock has dated in the future goes with the old row behind it. The
// bug: such a row kept itself and all later rows until its date had passed.
func TestPruneDeletesARowOfAWrongClock(t *testing.T) {
	t.Parallel()
	keys := ring(t, sealed.Generate())
	db := signed(t, keys)
	write(t, db, 1)
	future := after(1).AddDate(10, 0, 0).UnixMilli()
	for _, at := range []int64{future, future, hour, after(1).UnixMilli(), future} {
		if _, err := db.Begin(t.Context(), store.Entry{At: at, Action: "hours.week.update"}); err != nil {
			t.Fatal(err)
		}
	}
	if gone, err := audit.Prune(t.Context(), db, keys, kept, after(1)); err != nil || gone != 5 {
		t.Errorf("pruned %d, %v", gone, err)
	}
	if proof, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{}); err != nil || proof.Rows != 2 {
		t.Errorf("%+v, %v", proof, err)
	}
}

// steps is a chain that notes how many rows each pruning deletes.
type steps struct {
	*sqlstore.Store
	first int64
	gone  []int64
}

func (s *steps) PruneAudit(ctx context.Context, head store.AuditHead) error {
	err := s.Store.PruneAudit(ctx, head)
	s.gone, s.first = append(s.gone, head.PrunedSeq-s.first), head.PrunedSeq
	return err
}

// The regression: the first pruning of an audit that was kept for years deleted all its old rows in one transaction,
// and orders waited for the only connection that writes.
func TestPruneGoesInSmallSteps(t *testing.T) {
	t.Parallel()
	keys := ring(t, sealed.Generate())
	db := signed(t, keys)
	const rows = 2100
	for range rows {
		if _, err := db.Begin(t.Context(), store.Entry{At: hour, Action: "hours.week.update"}); err != nil {
			t.Fatal(err)
		}
	}
	chain := &steps{Store: db}
	gone, err := audit.Prune(t.Context(), chain, keys, kept, after(1))
	if diff := cmp.Diff([]int64{1000, 1000, 100}, chain.gone); err != nil || gone != rows || diff != "" {
		t.Errorf("%d rows, %v (-want +got):\n%s", gone, err, diff)
	}
	if proof, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{}); err != nil || proof.Pruned != rows {
		t.Errorf("%+v, %v", proof, err)
	}
}

// meanwhile is a chain in which rows are pruned once between the first read of the head
// and the reads of rows.
type meanwhile struct {
	*sqlstore.Store
	prune func()
}

func (m *meanwhile) AuditHead(ctx context.Context) (store.AuditHead, error) {
	head, err := m.Store.AuditHead(ctx)
	if m.prune != nil {
		m.prune()
		m.prune = nil
	}
	return head, err
}

// Rows that are pruned during the walk don't break the chain. The bug: their number was
// named as that of a row that is gone.
func TestVerifyRunsBesidePruning(t *testing.T) {
	t.Parallel()
	keys := ring(t, sealed.Generate())
	db := signed(t, keys)
	write(t, db, 3)
	chain := &meanwhile{Store: db, prune: func() {
		if gone, err := audit.Prune(t.Context(), db, keys, kept, after(1)); err != nil || gone != 2 {
			t.Fatalf("pruned %d, %v", gone, err)
		}
	}}
	proof, err := audit.Verify(t.Context(), chain, keys, audit.Checkpoint{})
	if err != nil || proof.Rows != 4 || proof.Pruned != 2 {
		t.Errorf("%+v, %v", proof, err)
	}
}

// A point whose row was pruned proves nothing, and is refused without a word of a broken
// chain; the last pruned row is still a point of the chain. The bug: Verify accepted any
// point before the chain's beginning.
func TestVerifyRefusesAPointThatWasPruned(t *testing.T) {
	t.Parallel()
	keys := ring(t, sealed.Generate())
	db := signed(t, keys)
	var points []audit.Checkpoint
	for range 2 {
		write(t, db, 1)
		proof, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{})
		if err != nil {
			t.Fatal(err)
		}
		points = append(points, proof.End)
	}
	if _, err := audit.Prune(t.Context(), db, keys, kept, after(1)); err != nil {
		t.Fatal(err)
	}
	if _, err := audit.Verify(t.Context(), db, keys, points[0]); err == nil || errors.Is(err, audit.ErrBroken) {
		t.Errorf("a point before the beginning: %v", err)
	}
	if _, err := audit.Verify(t.Context(), db, keys, points[1]); err != nil {
		t.Errorf("the beginning: %v", err)
	}
	points[1].MAC = points[0].MAC
	if _, err := audit.Verify(t.Context(), db, keys, points[1]); !errors.Is(err, audit.ErrBroken) {
		t.Errorf("another beginning: %v", err)
	}
}

// An emptied chain with a rewritten head is found by the operators, whose creation
// had entries in the chain.
func TestVerifyFindsTheChainEmptied(t *testing.T) {
	t.Parallel()
	for name, tt := range map[string]struct {
		logins []string
		broken bool
	}{
		"no operator":                     {nil, false},
		"only of a demonstration or host": {[]string{"demo:owner", "host:42"}, false},
		"an operator":                     {[]string{"demo:owner", "ada"}, true},
		"an operator with a mailbox":      {[]string{"ada@shop.example"}, true},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			keys := ring(t, sealed.Generate())
			db := signed(t, keys)
			write(t, db, 3)
			for _, login := range tt.logins {
				if _, err := db.CreateOperator(t.Context(), store.Operator{Login: login}, nil); err != nil {
					t.Fatal(err)
				}
			}
			if _, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{}); err != nil {
				t.Fatal(err)
			}
			for _, statement := range []string{
				`DROP TRIGGER audit_guard_delete`, `DELETE FROM audit`, `UPDATE audit_head SET seq = 0, mac = x'', pruned = 0`,
			} {
				if _, err := db.DB().ExecContext(t.Context(), statement); err != nil {
					t.Fatal(err)
				}
			}
			if proof, err := audit.Verify(t.Context(), db, keys, audit.Checkpoint{}); errors.Is(err,
				audit.ErrBroken) != tt.broken ||
				!tt.broken && err != nil {
				t.Errorf("%+v, %v", proof, err)
			}
		})
	}
}

// ends is a chain without rows. Its end moves with each read.
type ends struct {
	store.AuditChain
	at int64
}

func (e *ends) AuditHead(context.Context) (store.AuditHead, error) {
	e.at++
	return store.AuditHead{Seq: e.at, MAC: []byte{0xab}}, nil
}

// points are the chain's ends in the lines of a log.
type points chan string

func (p points) Write(line []byte) (int, error) {
	_, point, _ := strings.Cut(strings.TrimSpace(string(line)), "point=")
	p <- point
	return len(line), nil
}

// The keeper logs the chain's end at the start and once a day, also when no old
// rows are deleted.
func TestKeeperLogsTheEndOnceADay(t *testing.T) {
	t.Parallel()
	synctest.Test(t, func(t *testing.T) {
		ctx, cancel := context.WithCancel(t.Context())
		told := make(points, 4)
		keeper := audit.Retention{Chain: &ends{}, Base: background.Base{Now: time.Now,
			Logger: slog.New(slog.NewTextHandler(told, nil))}}
		go background.New(background.Config{Every: 24 * time.Hour, Look: keeper.Work}).Run(ctx)
		synctest.Wait()
		for day := range 3 {
			if n, end := len(told), <-told; n != 1 || end != fmt.Sprintf("%d:ab", day+1) {
				t.Errorf("after %d days: %d ends, %s", day, n, end)
			}
			time.Sleep(24 * time.Hour)
			synctest.Wait()
		}
		cancel()
		synctest.Wait()
	})
}

func TestParsePointReadsWhatStringWrites(t *testing.T) {
	t.Parallel()
	for _, bad := range []string{"", "5", "5:", ":aa", "0:aa", "-1:aa", "5:zz", "x:aa"} {
		if p, err := audit.ParsePoint(bad); err == nil {
			t.Errorf("%q is %v", bad, p)
		}
	}
	// The bug: the end of a new installation's chain, which 'console verify' prints, was refused later.
	for _, want := range []audit.Checkpoint{{Seq: 12, MAC: []byte{0xab, 1}}, {}} {
		got, err := audit.ParsePoint(want.String())
		if err != nil || got.Seq != want.Seq || !bytes.Equal(got.MAC, want.MAC) {
			t.Errorf("%v, %v", got, err)
		}
	}
}
