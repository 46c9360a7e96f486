package main

import (
	"path/filepath"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// A log in parts is backed up and restored with its parts, also with events that no reader has numbered.
func TestLogInPartsIsRestored(t *testing.T) {
	t.Parallel()
	database, elsewhere, dir := wholeDatabase(t), wholeDatabase(t), t.TempDir()
	keys, _ := secretsIn(t, dir, "s3cret")
	hookID(t, database)
	audited(t, database, keys)
	if out, err := told(t, "parts", "4", "--database="+database); err != nil || !strings.Contains(out, "has 4 parts") {
		t.Fatal(out, err)
	}
	tell := func(database string) store.Store {
		db, err := openStore(t.Context(), databaseSettings{Database: database}, new(sealed.Keyring), false)
		if err != nil {
			t.Fatal(err)
		}
		t.Cleanup(func() { _ = db.Close() })
		if err := db.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "a"}, {ShopID: 2, Kind: "a"}}); err != nil {
			t.Fatal(err)
		}
		return db
	}
	tell(database)
	file := filepath.Join(dir, "one.tar.zst")
	if out, err := told(t, "backup", file, "--database="+database); err != nil {
		t.Fatal(out, err)
	}
	if out, err := told(t, "restore", file, "--database="+elsewhere, "--keys-file="+keys,
		"--listen=127.0.0.1:0"); err != nil {
		t.Fatal(out, err)
	}
	db := tell(elsewhere)
	page, err := db.Events(t.Context(), 50, 9)
	if err != nil || page.Kept <= 50 {
		t.Fatalf("a screen at 50 misses nothing: %+v, %v", page, err)
	}
	if page, err = db.Events(t.Context(), page.Kept, 9); err != nil || len(page.Events) != 4 {
		t.Errorf("%+v, %v", page, err)
	}
}

func TestPartsNeedPostgres(t *testing.T) {
	t.Parallel()
	if _, err := told(t, "parts", "4", "--database=shopdesk.db"); err == nil ||
		!strings.Contains(err.Error(), "SQLite's event log has no parts") {
		t.Error(err)
	}
}
