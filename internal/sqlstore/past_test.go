package sqlstore_test

import (
	"context"
	"database/sql"
	"database/sql/driver"
	"testing"
	"testing/synctest"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/server/store"
)

// held is the key of a channel in a context. Queries with such a context wait until it is closed.
type held struct{}

// holding connects to a SQLite file.
type holding struct {
	driver driver.Driver
	path   string
}

func (h holding) Driver() driver.Driver { return h.driver }

func (h holding) Connect(context.Context) (driver.Conn, error) {
	conn, err := h.driver.Open(h.path)
	if err != nil {
		return nil, err
	}
	return holdingConn{conn, conn.(driver.QueryerContext)}, nil
}

type holdingConn struct {
	driver.Conn

	queries driver.QueryerContext
}

func (c holdingConn) QueryContext(ctx context.Context, query string, args []driver.NamedValue) (driver.Rows, error) {
	if until, ok := ctx.Value(held{}).(chan struct{}); ok {
		<-until
	}
	return c.queries.QueryContext(ctx, query, args)
}

// Bug: the totals of the history, read by four people at once, held all connections that read, and no board opened
// until they were done.
func TestReadsOfThePastLeaveConnectionsToBoards(t *testing.T) {
	t.Parallel()
	path := sqlitetest.File(t)
	synctest.Test(t, func(t *testing.T) {
		files, err := sql.Open("sqlite", path)
		if err != nil {
			t.Fatal(err)
		}
		defer files.Close()
		db := sql.OpenDB(holding{files.Driver(), path})
		defer db.Close()
		db.SetMaxOpenConns(4)
		s, err := sqlstore.New(t.Context(), sqlstore.Config{Write: db, Read: db,
			Dialect: sqlstore.Dialect{Unique: func(error) bool { return false }}})
		if err != nil {
			t.Fatal(err)
		}
		shops, until := []int64{1}, make(chan struct{})
		past := context.WithValue(t.Context(), held{}, until)
		read := func(what string, ask func() error) (answered *bool) {
			answered = new(bool)
			go func() {
				if err := ask(); err != nil {
					t.Errorf("%s: %v", what, err)
				}
				*answered = true
			}()
			return answered
		}
		var reads []*bool
		for what, ask := range map[string]func() error{
			"history": func() error { _, err := s.History(past, store.OrderQuery{Shops: shops, Limit: 1}); return err },
			"figures": func() error { _, err := s.FiguresOf(past, shops, 0, 9); return err },
			"odd":     func() error { _, err := s.OddOrders(past, shops, 0, 9); return err },
			"entries": func() error { _, err := s.Entries(past, store.EntryQuery{Limit: 1}); return err },
			"people":  func() error { _, err := s.AuditPeople(past, nil); return err },
		} {
			for range 4 {
				reads = append(reads, read(what, ask))
			}
		}
		synctest.Wait()
		board := read("board", func() error { _, err := s.Board(t.Context(), shops, 0, 1); return err })
		synctest.Wait()
		if !*board {
			t.Error("the board waits for reads of the past")
		}
		close(until)
		synctest.Wait()
		for i, answered := range reads {
			if !*answered {
				t.Errorf("read %d has no answer", i)
			}
		}
	})
}
