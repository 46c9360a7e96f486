package sealed_test

import (
	"context"
	"errors"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

func meta(t *testing.T) store.Meta {
	t.Helper()
	s := sqlitetest.Open(t)
	return s
}

// Each step is a start of the program with these keys, all on one database.
func TestCheckAcceptsOnlyTheDatabasesKeys(t *testing.T) {
	t.Parallel()
	type start struct {
		keys  []string
		wrong bool
	}
	for _, tt := range []struct {
		name   string
		starts []start
	}{
		{"the same keys", []start{{keys: []string{lineA}}, {keys: []string{lineA}}}},
		{"another key", []start{{keys: []string{lineA}}, {keys: []string{lineB}, wrong: true}, {keys: []string{lineA}}}},
		{"another key of the same id", []start{{keys: []string{lineA}}, {keys: []string{otherA}, wrong: true}}},
		{"a rotation, and the old key removed", []start{
			{keys: []string{lineA}}, {keys: []string{lineB, lineA}}, {keys: []string{lineB}}, {keys: []string{lineA}},
		}},
		{"the old key removed at once", []start{{keys: []string{lineA}}, {keys: []string{lineB}, wrong: true}}},
		{"rotated beside a wrong old key", []start{
			{keys: []string{lineA}}, {keys: []string{lineB, otherA}, wrong: true}, {keys: []string{lineB}, wrong: true},
		}},
		{"a wrong old key after a rotation", []start{
			{keys: []string{lineA}}, {keys: []string{lineB, lineA}}, {keys: []string{lineB, otherA}, wrong: true},
		}},
		{"two from the beginning", []start{{keys: []string{lineB, lineA}}, {keys: []string{lineA}}, {keys: []string{lineB}}}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			kept := meta(t)
			for i, start := range tt.starts {
				err := ring(t, start.keys...).Check(t.Context(), kept)
				if !start.wrong && err != nil || start.wrong && !errors.Is(err, sealed.ErrWrongKeys) {
					t.Errorf("start %d: %v", i+1, err)
				}
			}
		})
	}
}

func TestCheckKeepsNoPlaintext(t *testing.T) {
	t.Parallel()
	kept := meta(t)
	if err := ring(t, lineA).Check(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
	value, err := kept.Meta(t.Context(), "seal.canary")
	if err != nil || !strings.HasPrefix(value, "v1.a.") {
		t.Errorf("%q, %v", value, err)
	}
}

// Keys of another time are told from the key of the database. The bug: the error named the keys of the file alone,
// after words that spoke of the database.
func TestWrongKeysNameTheKeyOfTheDatabase(t *testing.T) {
	t.Parallel()
	kept := meta(t)
	if err := ring(t, lineA).Check(t.Context(), kept); err != nil {
		t.Fatal(err)
	}
	err := ring(t, lineB).Check(t.Context(), kept)
	want := `the file has the keys ["b"], and the database was first sealed with the key "a"`
	if err == nil || !strings.Contains(err.Error(), want) {
		t.Errorf("%v, want %s", err, want)
	}
}

// A failing store isn't reported as wrong keys.
func TestCheckReportsAFailingStore(t *testing.T) {
	t.Parallel()
	kept := meta(t)
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	err := ring(t, lineA).Check(ctx, kept)
	if !errors.Is(err, context.Canceled) || errors.Is(err, sealed.ErrWrongKeys) {
		t.Errorf("got %v", err)
	}
	if err := (&sealed.Keyring{}).Check(t.Context(), kept); err == nil {
		t.Error("no keys, and no error")
	}
}
