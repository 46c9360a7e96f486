package sqlstore

import (
	"cmp"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/server/store"
)

// failed turns a database error into an error of the store that names the operation.
func (s *Store) failed(doing string, err error) error {
	switch {
	case err == nil:
		return nil
	case errors.Is(err, store.ErrNotFound), errors.Is(err, store.ErrConflict), errors.Is(err, store.ErrLastOwner),
		errors.Is(err, store.ErrTooMany):
		return err
	case errors.Is(err, sql.ErrNoRows):
		return store.ErrNotFound
	case s.dialect.Unique(err):
		return store.ErrConflict
	}
	if s.dialect.Broken != nil && s.dialect.Broken(err) {
		err = cmp.Or(s.present(), err)
		s.trouble.Store(&trouble{at: time.Now(), err: err})
	}
	if o := s.observer.Load(); o != nil && !errors.Is(err, context.Canceled) {
		o.Failed(doing)
	}
	return fmt.Errorf("sqlstore: %s: %w", doing, err)
}

// mostRuns bounds how often a transaction is run.
const mostRuns = 5

// transaction runs do in a transaction, and commits it if do returns nil. A transaction that failed because of another
// one is run again, do included: do changes only the database and its own results, and each run sets all results anew.
func (s *Store) transaction(ctx context.Context, doing string, do func(tx *sql.Tx) error) error {
	defer s.observed(time.Now())
	err := s.runOnce(ctx, do)
	for runs := 1; runs < mostRuns && s.dialect.Again != nil && err != nil && s.dialect.Again(err); runs++ {
		err = s.runOnce(ctx, do)
	}
	return s.failed(doing, err)
}

// runOnce is one run of a transaction.
func (s *Store) runOnce(ctx context.Context, do func(tx *sql.Tx) error) error {
	tx, err := s.write.BeginTx(ctx, &sql.TxOptions{Isolation: s.dialect.Isolation})
	if err != nil {
		return err
	}
	defer func() { _ = tx.Rollback() }() // no effect after Commit
	if err := do(tx); err != nil {
		return err
	}
	if err := s.record(ctx, tx); err != nil {
		return err
	}
	if err := tx.Commit(); err != nil {
		return err
	}
	recorded(ctx)
	return nil
}

// change runs one statement, and returns otherwise if it changes no row; otherwise may be nil. An
// audit entry may be written with the change: see [Store.WithAudit].
func (s *Store) change(ctx context.Context, doing string, otherwise error, query string, args ...any) error {
	if ctx.Value(togetherKey{}) != nil {
		return s.changes(ctx, doing, step(otherwise, query, args...))
	}
	return s.failed(doing, exec(ctx, s.write, otherwise, query, args...))
}

// versioned returns the statement that saves a row, and its arguments: insert for a new row, otherwise update, whose
// last argument is the version that the row must have.
func versioned(version int64, insert, update string, args ...any) (query string, all []any) {
	if version == 0 {
		return insert, args
	}
	return update, append(args, version)
}

// statement is a step of a transaction: see exec.
type statement struct {
	otherwise error
	query     string
	args      []any
}

func step(otherwise error, query string, args ...any) statement {
	return statement{otherwise, query, args}
}

// changes runs statements in a transaction, until one fails.
func (s *Store) changes(ctx context.Context, doing string, steps ...statement) error {
	return s.transaction(ctx, doing, func(tx *sql.Tx) error { return execAll(ctx, tx, steps...) })
}

// execAll runs statements until one fails.
func execAll(ctx context.Context, tx *sql.Tx, steps ...statement) error {
	for _, one := range steps {
		if err := exec(ctx, tx, one.otherwise, one.query, one.args...); err != nil {
			return err
		}
	}
	return nil
}

// inOrder is the condition of a statement that changes several rows of a table, which it locks in the order of their
// key: two writers that hold each other's rows would deadlock. A database with one writer locks no rows.
func (s *Store) inOrder(table, key, where string) string {
	if s.dialect.Lock == "" {
		return `(` + where + `)`
	}
	return `(` + key + `) IN (SELECT ` + key + ` FROM ` + table + ` WHERE ` + where + ` ORDER BY ` + key +
		s.dialect.Lock + `)`
}

// places returns the places of a list's elements in the order of compare. All writers of the same rows use one order:
// two that hold each other's rows would deadlock.
func places[T any](list []T, compare func(a, b *T) int) []int {
	order := make([]int, len(list))
	for i := range order {
		order[i] = i
	}
	slices.SortStableFunc(order, func(i, j int) int { return compare(&list[i], &list[j]) })
	return order
}

// database is a handle or a transaction.
type database interface {
	ExecContext(ctx context.Context, query string, args ...any) (sql.Result, error)
	QueryContext(ctx context.Context, query string, args ...any) (*sql.Rows, error)
}

// exec runs one statement, and returns otherwise if it changes no row; otherwise may be nil.
func exec(ctx context.Context, db database, otherwise error, query string, args ...any) error {
	n, err := count(db.ExecContext(ctx, query, args...))
	if err == nil && n == 0 {
		return otherwise
	}
	return err
}

// valuesAtOnce limits the placeholders of one statement: SQLite compares each one's name with all names before it.
const valuesAtOnce = 400

// insertRows inserts a row for each element of a list, many by one statement: insert begins the statement, and after
// ends it. row appends an element's values.
func insertRows[T any](
	ctx context.Context, tx *sql.Tx, insert, after string, list []T, row func(args []any, one T) []any,
) error {
	for len(list) > 0 {
		var args []any
		rows := 0
		for ; rows < len(list) && len(args) < valuesAtOnce; rows++ {
			args = row(args, list[rows])
		}
		if err := exec(ctx, tx, nil, insert+values(rows, len(args)/rows)+after, args...); err != nil {
			return err
		}
		list = list[rows:]
	}
	return nil
}

// insertPairs inserts rows of two columns: an id, and each element of a list.
func insertPairs[T any](ctx context.Context, tx *sql.Tx, insert, id string, list []T) error {
	return insertRows(ctx, tx, insert, "", list, func(args []any, one T) []any { return append(args, id, one) })
}

// count returns the number of rows that a statement changed.
func count(result sql.Result, err error) (int64, error) {
	if err != nil {
		return 0, err
	}
	return result.RowsAffected()
}

// values returns "($1, $2), ($3, $4)" for 2 rows of 2 columns.
func values(rows, columns int) string {
	var b strings.Builder
	for row := range rows {
		if row > 0 {
			b.WriteString(", ")
		}
		b.WriteString(placeholders(row*columns, columns))
	}
	return b.String()
}

// placeholders returns "($4, $5)" for after 3 and count 2.
func placeholders(after, count int) string {
	var b strings.Builder
	b.WriteByte('(')
	for i := range count {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteByte('$')
		b.WriteString(strconv.Itoa(after + i + 1))
	}
	b.WriteByte(')')
	return b.String()
}

// integers returns "(7, 9)". A long list of numbers is cheaper as text than as arguments, because
// SQLite compares each argument's name with all names before it.
func integers(list []int64) string {
	b := make([]byte, 0, 8*len(list)+2)
	b = append(b, '(')
	for i, n := range list {
		if i > 0 {
			b = append(b, ',')
		}
		b = strconv.AppendInt(b, n, 10)
	}
	return string(append(b, ')'))
}

func anys[T any](list []T) []any {
	all := make([]any, len(list))
	for i, v := range list {
		all[i] = v
	}
	return all
}

// text returns s as valid UTF-8 without NUL, which every engine can store.
func text(s string) string {
	return strings.ReplaceAll(strings.ToValidUTF8(s, "\uFFFD"), "\x00", "\uFFFD")
}

// blob returns b, or empty bytes for nil, which would be stored as NULL.
func blob(b []byte) []byte {
	if b == nil {
		return []byte{}
	}
	return b
}
