package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/johannesboyne/gofakes3"
	"github.com/johannesboyne/gofakes3/backend/s3mem"
	"github.com/klauspost/compress/zstd"

	"github.com/shopdesk/shopdesk/internal/backup"
	"github.com/shopdesk/shopdesk/internal/orderstest"
	"github.com/shopdesk/shopdesk/internal/pgtest"
	"github.com/shopdesk/shopdesk/internal/sqlstore"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/postgres"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// wholeDatabase makes an empty PostgreSQL database of its own: a backup is restored under the schema's own name.
func wholeDatabase(t *testing.T) string {
	t.Helper()
	blank, err := pgtest.Template(func(string) error { return nil })
	if err != nil {
		t.Fatal(err)
	}
	return pgtest.Copy(t, blank)
}

// The drill: the program receives messages while it is backed up, is killed (kill -9), and is restored elsewhere. Every
// message that was accepted before the backup began is there, once. The restored console receives more, and learns by
// itself what became of an open order.
func TestRestoreDrill(t *testing.T) {
	t.Parallel()
	t.Run("SQLite", func(t *testing.T) {
		drill(t, filepath.Join(t.TempDir(), "shopdesk.db"), filepath.Join(t.TempDir(), "new volume?", "desk.db"))
	})
	t.Run("PostgreSQL", func(t *testing.T) { drill(t, wholeDatabase(t), wholeDatabase(t)) })
}

func drill(t *testing.T, database, elsewhere string) {
	const before, during, senders = 1500, 3000, 16
	dir := t.TempDir()
	box := new(sandbox.Sandbox)
	far := httptest.NewServer(box)
	t.Cleanup(far.Close)
	keys, secret := secretsIn(t, dir, sandbox.DemoClientSecret)
	hook := hookID(t, database)
	audited(t, database, keys)
	shop := box.Directory()[1].ShopID // not that of the load
	db, err := openStore(t.Context(), databaseSettings{Database: database}, new(sealed.Keyring), false)
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(db.PutShops(t.Context(), []store.Shop{{ShopID: shop, Zone: "Asia/Hong_Kong"}}),
		db.Close()); err != nil {
		t.Fatal(err)
	}
	order, err := box.Place(sandbox.Placement{ShopID: shop})
	if err != nil {
		t.Fatal(err)
	}
	port := freePort(t)
	public := "http://" + port
	address := public + "/hooks/" + hook
	console := &service{t: t}
	serve := func(database string) {
		console.start("--platform-url="+far.URL, "--client-id="+sandbox.DemoClientID, "--client-secret-file="+secret,
			"--public-url="+public, "--database="+database, "--keys-file="+keys, "--listen="+port)
		log := console.log.Load()
		t.Cleanup(func() {
			if t.Failed() {
				t.Logf("the program said: %s", log)
			}
		})
	}
	command := func(args ...string) (string, error) {
		out, err := program(t, args...).CombinedOutput()
		return string(out), err
	}
	client := &http.Client{Transport: &http.Transport{MaxIdleConnsPerHost: senders}, Timeout: time.Minute}
	serve(database)
	ctx, stop := context.WithCancel(patient(t))
	defer stop()
	var next atomic.Int64
	var accepted sync.Map
	loaded := make(chan struct{})
	var count atomic.Int64
	var sending sync.WaitGroup
	for range senders {
		sending.Go(func() {
			for i := next.Add(1); i <= before+during && ctx.Err() == nil; i = next.Add(1) {
				for !deliver(client, address, int(i)) && ctx.Err() == nil {
					console.serves(ctx)
				}
				if ctx.Err() != nil {
					return
				}
				accepted.Store(fmt.Sprint("m-", i), true)
				if count.Add(1) == before {
					close(loaded)
				}
			}
		})
	}
	select {
	case <-loaded:
	case <-ctx.Done():
		sending.Wait()
		console.kill()
		t.Fatalf("only %d messages were accepted", count.Load())
	}
	opened := orderstest.Event(shop, order, platform.OrderPlaced, time.Now())
	for !deliverOrder(client, address, "open", opened) {
		if ctx.Err() != nil {
			t.Fatal("the open order's message wasn't accepted")
		}
	}
	awaitOrder(ctx, t, database, shop, order, func(o store.Order) bool { return o.Stage == "new" && o.Record != "" })
	var acknowledged []string
	accepted.Range(func(id, _ any) bool {
		acknowledged = append(acknowledged, id.(string))
		return true
	})
	key, err := command("keys", "backup")
	if err != nil {
		t.Fatal(key, err)
	}
	identity := filepath.Join(dir, "backup.key")
	if err := os.WriteFile(identity, []byte(key), 0o600); err != nil {
		t.Fatal(err)
	}
	recipient := strings.TrimSpace(key[strings.LastIndex(key[:strings.Index(key, "\n")], " "):strings.Index(key, "\n")])
	shelf := filepath.Join(dir, "backups") + "/"
	if said, err := command("backup", shelf, "--database="+database, "--recipient="+recipient); err != nil {
		t.Fatal(said, err)
	}
	console.kill()
	stop()
	sending.Wait()
	if err := box.CancelOrder(order, platform.OpCustomer, "changed my mind"); err != nil {
		t.Fatal(err)
	}

	restore := []string{"restore", shelf, "--database=" + elsewhere, "--keys-file=" + keys, "--listen=" + port}
	if said, err := command(restore...); err == nil || !strings.Contains(said, "--identity-file") {
		t.Fatalf("a sealed backup without its key: %s, %v", said, err)
	}
	said, err := command(append(restore, "--identity-file="+identity)...)
	if err != nil || !strings.Contains(said, "The audit is proven: 1 row,") {
		t.Fatal(said, err)
	}
	kept := messages(t, elsewhere)
	for _, id := range acknowledged {
		if kept[id] != 1 {
			t.Errorf("%s was accepted before the backup, and is there %d times", id, kept[id])
		}
	}
	t.Logf("%d accepted before the backup, %d in it, %d in all", len(acknowledged), len(kept), count.Load())

	serve(elsewhere)
	defer console.kill()
	again := patient(t)
	for !deliver(client, address, before+during+1) {
		if console.serves(again); again.Err() != nil {
			t.Fatal("the restored console accepts no message")
		}
	}
	awaitOrder(again, t, elsewhere, shop, order, func(o store.Order) bool { return o.Stage == "cancelled" })
	res, err := client.Get(public + "/readyz")
	if err != nil {
		t.Fatal(err)
	}
	defer res.Body.Close()
	if text, _ := io.ReadAll(res.Body); res.StatusCode != http.StatusOK {
		t.Errorf("the restored console: %d %s", res.StatusCode, text)
	}
	if said, err := command("operator", "list", "--public-url="+public, "--database="+elsewhere,
		"--keys-file="+keys); err != nil || !strings.Contains(said, "ada") {
		t.Errorf("the operators: %s, %v", said, err)
	}
	if said, err := command(append(restore, "--identity-file="+identity)...); err == nil ||
		!strings.Contains(said, "a program listens on") {
		t.Errorf("restored beside a running console: %s, %v", said, err)
	}
}

// awaitOrder waits until an order is as wanted.
func awaitOrder(ctx context.Context, t *testing.T, database string, shop, id int64, is func(store.Order) bool) {
	t.Helper()
	db, err := openStore(t.Context(), databaseSettings{Database: database}, new(sealed.Keyring), false)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	look := time.NewTicker(50 * time.Millisecond)
	defer look.Stop()
	for {
		o, err := db.Order(t.Context(), shop, id)
		if err == nil && is(o) {
			return
		}
		select {
		case <-look.C:
		case <-ctx.Done():
			t.Fatalf("order %d of shop %d is %q, %v", id, shop, o.Stage, err)
		}
	}
}

// audited gives the database an operator and a row of the audit.
func audited(t testing.TB, database, keys string) {
	t.Helper()
	args := []string{"--public-url=http://127.0.0.1:2", "--database=" + database, "--keys-file=" + keys}
	if err := run(t.Context(), append([]string{"operator", "list"}, args...), io.Discard, io.Discard); err != nil {
		t.Fatal(err) // it pairs the keys with the database
	}
	db, err := openStore(t.Context(), databaseSettings{Database: database}, new(sealed.Keyring), false)
	if err != nil {
		t.Fatal(err)
	}
	_, err = db.CreateOperator(t.Context(), store.Operator{Login: "ada", Name: "Ada"}, []store.Membership{{Role: "owner"}})
	if err := errors.Join(err, db.Close()); err != nil {
		t.Fatal(err)
	}
	if err := run(t.Context(), append([]string{"operator", "reset", "ada"}, args...), io.Discard,
		io.Discard); err != nil {
		t.Fatal(err)
	}
}

// told runs a command and returns its output.
func told(t testing.TB, args ...string) (string, error) {
	t.Helper()
	var out bytes.Buffer
	err := run(t.Context(), args, &out, io.Discard)
	return out.String(), err
}

// backedUp makes an installation and a backup of it. restore are the arguments that restore the backup elsewhere.
func backedUp(t testing.TB, change func(*sqlstore.Store)) (file, elsewhere string, restore []string) {
	t.Helper()
	dir := t.TempDir()
	keys, _ := secretsIn(t, dir, "s3cret")
	database := filepath.Join(dir, "old", "shopdesk.db")
	begun(t, map[string]string{"--database": database})
	audited(t, database, keys)
	db, err := openStore(t.Context(), databaseSettings{Database: database}, new(sealed.Keyring), false)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = db.Close() })
	if change != nil {
		change(db.(*sqlstore.Store))
	}
	file = filepath.Join(dir, "one.tar.zst")
	if _, err := told(t, "backup", file, "--database="+database); err != nil {
		t.Fatal(err)
	}
	elsewhere = filepath.Join(dir, "new", "shopdesk.db")
	return file, elsewhere, []string{"restore", file, "--database=" + elsewhere, "--keys-file=" + keys,
		"--listen=127.0.0.1:0"}
}

// A place with any file of a database is refused, and stays as it is. SQLite would play a leftover log into the
// restored file.
func TestRestoreIsRefusedWhereFilesAre(t *testing.T) {
	t.Parallel()
	_, elsewhere, restore := backedUp(t, nil)
	for _, name := range []string{"shopdesk.db", "shopdesk.db-wal", "shopdesk.db-shm", "shopdesk.db-journal", "blobs.db",
		"blobs.db-wal"} {
		path := filepath.Join(filepath.Dir(elsewhere), name)
		if err := errors.Join(os.MkdirAll(filepath.Dir(path), 0o700), os.WriteFile(path, []byte("rest"), 0o600)); err != nil {
			t.Fatal(err)
		}
		if _, err := told(t, restore...); err == nil || !strings.Contains(err.Error(), path+" exists") {
			t.Errorf("beside %s: %v", name, err)
		}
		if text, err := os.ReadFile(path); err != nil || string(text) != "rest" {
			t.Errorf("%s is %q, %v", name, text, err)
		}
		if err := os.Remove(path); err != nil {
			t.Fatal(err)
		}
	}
	if out, err := told(t, restore...); err != nil {
		t.Fatal(out, err)
	}
	if left, err := os.ReadDir(filepath.Dir(elsewhere)); err != nil || len(left) != 2 {
		t.Errorf("there are %v, %v; want two files", left, err)
	}
}

// A schema with tables is refused.
func TestRestoreIsRefusedWhereTablesAre(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keys, _ := secretsIn(t, dir, "s3cret")
	// In a database of its own, because consoles of other tests use the shared one.
	database, other := wholeDatabase(t), wholeDatabase(t)+"&search_path=elsewhere"
	hookID(t, database)
	audited(t, database, keys)
	file := filepath.Join(dir, "one.tar.zst")
	if _, err := told(t, "backup", file, "--database="+database); err != nil {
		t.Fatal(err)
	}
	for address, want := range map[string]string{database: "empty place", other: "search_path"} {
		args := []string{"restore", file, "--database=" + address, "--keys-file=" + keys, "--listen=127.0.0.1:0"}
		var log bytes.Buffer
		err := run(t.Context(), args, io.Discard, &log)
		if err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("want %q, got %v", want, err)
		}
		if log.Len() > 0 {
			t.Errorf("the backup was unpacked before the refusal: %s", &log)
		}
	}
}

// A restore into PostgreSQL is refused while a console uses the database, also where the console's address names the
// application. Bug: such a console wasn't seen. The restore's own session and other programs' sessions are no console.
func TestRestoreIsRefusedWhileAConsoleUsesTheDatabase(t *testing.T) {
	t.Parallel()
	dir := t.TempDir()
	keys, _ := secretsIn(t, dir, "s3cret")
	database, file := wholeDatabase(t), filepath.Join(dir, "one.tar.zst")
	hookID(t, database)
	audited(t, database, keys)
	if _, err := told(t, "backup", file, "--database="+database); err != nil {
		t.Fatal(err)
	}
	restore := func(address string) error {
		_, err := told(t, "restore", file, "--database="+address, "--keys-file="+keys, "--listen=127.0.0.1:0")
		return err
	}
	for _, name := range []string{"", "kitchen", "shopdesk"} {
		elsewhere := wholeDatabase(t)
		console, err := postgres.Create(t.Context(), elsewhere+"&application_name="+name)
		if err != nil {
			t.Fatal(err)
		}
		if err := restore(elsewhere); err == nil || !strings.Contains(err.Error(), "a console uses the database") {
			t.Errorf("beside a console that is named %q: %v", name, err)
		}
		if err := console.Close(); err != nil {
			t.Error(err)
		}
	}
	for name, refused := range map[string]bool{"shopdesk": true, "shopdesks": false} {
		elsewhere := wholeDatabase(t)
		session, err := pgx.Connect(t.Context(), elsewhere+"&application_name="+name)
		if err != nil {
			t.Fatal(err)
		}
		err = restore(elsewhere + "&application_name=shopdesk")
		if refused && (err == nil || !strings.Contains(err.Error(), "with 1 connections")) || !refused && err != nil {
			t.Errorf("beside a session that is named %q: %v", name, err)
		}
		if err := session.Close(t.Context()); err != nil {
			t.Error(err)
		}
	}
}

// Each changed byte of a backup is found, with exit code 3, and nothing is left at the place. So is a missing end. A
// changed byte of the packing that changes nothing of what is packed is no damage.
func TestDamagedBackupIsRefused(t *testing.T) {
	t.Parallel()
	file, elsewhere, restore := backedUp(t, nil)
	whole, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	unpacker, err := zstd.NewReader(nil)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(unpacker.Close)
	sound, err := unpacker.DecodeAll(whole, nil)
	if err != nil {
		t.Fatal(err)
	}
	broken := map[string][]byte{"half": whole[:len(whole)/2], "no end": whole[:len(whole)-1], "empty": nil}
	for i := 0; i < len(whole); i += len(whole) / 40 {
		changed := bytes.Clone(whole)
		changed[i] ^= 0x10
		if holds, err := unpacker.DecodeAll(changed, nil); err != nil || !bytes.Equal(holds, sound) {
			broken[fmt.Sprint("byte ", i)] = changed
		}
	}
	for name, text := range broken {
		if err := os.WriteFile(file, text, 0o600); err != nil {
			t.Fatal(err)
		}
		_, err := told(t, restore...)
		if err == nil || exitCode(err) != 3 {
			t.Errorf("%s: %v", name, err)
		}
		if left, err := os.ReadDir(filepath.Dir(elsewhere)); err != nil && !errors.Is(err, os.ErrNotExist) || len(left) > 0 {
			t.Errorf("%s: there are %v, %v", name, left, err)
		}
	}
}

// A row of the audit that was changed before the backup is found, although the checksums are right.
func TestRestoreProvesTheAudit(t *testing.T) {
	t.Parallel()
	_, _, restore := backedUp(t, func(s *sqlstore.Store) {
		if _, err := s.Begin(t.Context(), store.Entry{At: 1, Action: "operators.disable"}); err != nil { // unsigned
			t.Fatal(err)
		}
	})
	if _, err := told(t, restore...); !errors.Is(err, backup.ErrDamaged) || !strings.Contains(err.Error(), "row 2") {
		t.Errorf("got %v", err)
	}
}

// Keys of another database open no backup.
func TestRestoreRefusesOtherKeys(t *testing.T) {
	t.Parallel()
	_, _, restore := backedUp(t, nil)
	keys, _ := secretsIn(t, t.TempDir(), "s3cret")
	if _, err := told(t, append(restore, "--keys-file="+keys)...); !errors.Is(err, sealed.ErrWrongKeys) {
		t.Errorf("got %v", err)
	}
}

// Screens that saw events from after the backup are told to read anew, bulk changes and the ends of pauses that have
// passed wait for a person, and one-time links end. The bugs: the first start opened a shop that was paused anew since
// the backup, and links that were used or revoked since then worked again.
func TestRestoreSettlesWhatTimeHasPassed(t *testing.T) {
	t.Parallel()
	pauses := []store.Pause{{State: store.PausePaused, Until: 1}, {State: store.PauseResuming}, {State: store.PauseAsked},
		{State: store.PausePaused, Until: time.Now().Add(time.Hour).UnixMilli()}, {State: store.PausePaused},
		{State: store.PauseEnded, Until: 1}}
	link := store.Invitation{TokenHash: []byte("hash"), Name: "lin", ExpiresAt: time.Now().Add(time.Hour).UnixMilli()}
	_, elsewhere, restore := backedUp(t, func(s *sqlstore.Store) {
		if err := s.AddEvents(t.Context(), []store.Event{{ShopID: 1, Kind: "order"}}); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddRun(t.Context(), store.Run{ID: "run", State: store.RunRunning, Change: []byte("{}")},
			[]store.RunShop{{RunID: "run", ShopID: 1, State: store.RunShopWaiting}}, nil); err != nil {
			t.Fatal(err)
		}
		if _, err := s.AddInvitation(t.Context(), link); err != nil {
			t.Fatal(err)
		}
		for i, p := range pauses {
			p.ShopID, p.Seen = int64(i), "4/1/1"
			if err := s.SavePause(t.Context(), p); err != nil {
				t.Fatal(err)
			}
		}
	})
	out, err := told(t, append(restore, "--since=7:ab")...)
	if err != nil || !strings.Contains(out, "paused 1 bulk change") || !strings.Contains(out, "One-time links") ||
		!strings.Contains(out, "6 rows of the audit, from number 2 to 7") {
		t.Fatal(out, err)
	}
	db, err := openStore(t.Context(), databaseSettings{Database: elsewhere}, new(sealed.Keyring), false)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if page, err := db.Events(t.Context(), 50, 9); err != nil || page.Kept <= 50 {
		t.Errorf("a screen at 50 misses nothing: %+v, %v", page, err)
	}
	if r, err := db.Run(t.Context(), "run"); err != nil || r.State != store.RunPaused {
		t.Errorf("the run is %s, %v", r.State, err)
	}
	if _, err := db.InvitationByToken(t.Context(), link.TokenHash, 0); !errors.Is(err, store.ErrNotFound) {
		t.Errorf("the link still works: %v", err)
	}
	for i, was := range pauses {
		left := i < 3 // shops that look as no shop does are never opened by themselves
		p, err := db.Pause(t.Context(), int64(i))
		if left {
			was.State = store.PausePaused
		}
		if err != nil || p.State != was.State || (p.Seen != "4/1/1") != left {
			t.Errorf("pause %d: %+v, %v", i, p, err)
		}
	}
}

// A folder keeps the newest backups of a database; other files and other databases' backups stay. Its newest is what
// is restored.
func TestOldBackupsAreDeleted(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	begun(t, set)
	audited(t, set["--database"], set["--keys-file"])
	far, shelves := bucket(t), map[string][]string{}
	shelves["s3://backups/desk/"] = far
	shelves[t.TempDir()] = nil
	for shelf, service := range shelves {
		args := append([]string{"--database=" + set["--database"]}, service...)
		at := backup.Making{Database: set["--database"], Program: "test", Say: func(string) {}}
		place, _, err := backupServiceOf(t, service).shelf(t.Context(), shelf)
		if err != nil {
			t.Fatal(err)
		}
		at.To = place
		made := func(year, day int) {
			t.Helper()
			at.Now = func() time.Time { return time.Date(year, 1, day, 0, 0, 0, 0, time.UTC) }
			if _, err := at.Make(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		for day := range 4 {
			made(2026, 1+day)
		}
		made(2099, 1) // by a clock that was ahead, as was the next
		made(2099, 2)
		at.Name = "shopdesk-AAAAAAAA-20200101T000000Z.tar.zst"
		if _, err := at.Make(t.Context()); err != nil {
			t.Fatal(err)
		}
		if out, err := told(t, append([]string{"backup", shelf, "--keep=2"}, args...)...); err != nil {
			t.Fatal(out, err)
		}
		names, err := place.Names(t.Context())
		if err != nil || len(names) != 3 || !strings.Contains(fmt.Sprint(names), "-20260104T000000Z") ||
			!strings.Contains(fmt.Sprint(names), "AAAAAAAA") {
			t.Errorf("%s has %q, %v", shelf, names, err)
		}
		at.Name = ""
		made(2099, 3)
		elsewhere := filepath.Join(t.TempDir(), "shopdesk.db")
		out, err := told(t, append([]string{"restore", shelf, "--database=" + elsewhere, "--keys-file=" + set["--keys-file"],
			"--listen=127.0.0.1:0"}, service...)...)
		if err != nil || strings.Contains(out, "backup of 2026-01") || strings.Contains(out, "backup of 2099") {
			t.Errorf("%s: %s, %v", shelf, out, err)
		}
	}
}

// bucket starts an S3 service with a bucket, and returns the settings for it.
func bucket(t *testing.T) []string {
	t.Helper()
	backend := s3mem.New()
	if err := backend.CreateBucket("backups"); err != nil {
		t.Fatal(err)
	}
	service := httptest.NewServer(gofakes3.New(backend).Server())
	t.Cleanup(service.Close)
	secret := filepath.Join(t.TempDir(), "s3")
	if err := os.WriteFile(secret, []byte("SEKRET"), 0o600); err != nil {
		t.Fatal(err)
	}
	return []string{"--backup-s3-endpoint=" + service.URL, "--backup-s3-region=us-east-1", "--backup-s3-access-key=KEY",
		"--backup-s3-secret-file=" + secret}
}

func backupServiceOf(t *testing.T, args []string) (s backupService) {
	t.Helper()
	into := map[string]*string{"--backup-s3-endpoint": &s.Endpoint, "--backup-s3-region": &s.Region,
		"--backup-s3-access-key": &s.AccessKey, "--backup-s3-secret-file": &s.Secret}
	for _, arg := range args {
		name, value, _ := strings.Cut(arg, "=")
		*into[name] = value
	}
	return s
}

// Bug: SQLite took a relative path's first folder for a host.
func TestBackupTakesRelativePaths(t *testing.T) {
	dir, set := realSettings(t)
	t.Chdir(dir)
	begun(t, set)
	audited(t, "db/shopdesk.db", "keys")
	for _, args := range [][]string{
		{"backup", "out/", "--database=db/shopdesk.db"},
		{"restore", "out", "--database=new/shopdesk.db", "--keys-file=keys", "--listen=127.0.0.1:0"},
	} {
		if out, err := told(t, args...); err != nil {
			t.Fatal(out, err)
		}
	}
}

// A backup replaces no file. Bug: that was told after the database had been copied and packed.
func TestBackupReplacesNoFile(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	begun(t, set)
	far, shelves := bucket(t), map[string][]string{}
	shelves["s3://backups/one.tar.zst"] = far
	shelves[filepath.Join(t.TempDir(), "one.tar.zst")] = nil
	for to, service := range shelves {
		args := append([]string{"backup", to, "--database=" + set["--database"]}, service...)
		if out, err := told(t, args...); err != nil {
			t.Fatal(out, err)
		}
		var log bytes.Buffer
		err := run(t.Context(), args, io.Discard, &log)
		if err == nil || !strings.Contains(err.Error(), "one.tar.zst exists already") ||
			strings.Contains(log.String(), "progress") {
			t.Errorf("%s again: %v, %s", to, err, &log)
		}
	}
}

// A timer goes on until it is stopped, and a stop is no error.
func TestBackupsAreMadeAtIntervals(t *testing.T) {
	t.Parallel()
	dir, set := realSettings(t)
	begun(t, set)
	ctx, stop := context.WithCancel(t.Context())
	shelf := filepath.Join(dir, "out")
	err := run(ctx, []string{"backup", shelf + "/", "--database=" + set["--database"], "--every=1h", "--keep=2"},
		&stopAt{word: "its beginning", stop: stop}, io.Discard)
	if left, reading := os.ReadDir(shelf); err != nil || reading != nil || len(left) != 1 {
		t.Errorf("%v, %v, %v", left, reading, err)
	}
}

// Wrong settings of the two commands are named.
func TestWrongBackupSettingsAreNamed(t *testing.T) {
	t.Parallel()
	_, set := realSettings(t)
	begun(t, set)
	listener, err := new(net.ListenConfig).Listen(t.Context(), "tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	defer listener.Close()
	database := "--database=" + set["--database"]
	keys := "--keys-file=" + set["--keys-file"]
	for want, args := range map[string][]string{
		"SHOPDESK_DATABASE":           {"backup", "x"},
		"SHOPDESK_BACKUP_EVERY":       {"backup", "x/", database, "--every=1s"},
		"SHOPDESK_BACKUP_KEEP":        {"backup", "x/", database, "--keep=-1"},
		"need a folder":               {"backup", "x", database, "--keep=3"},
		"SHOPDESK_BACKUP_RECIPIENT":   {"backup", "x", database, "--recipient=age1nonsense"},
		"SHOPDESK_BACKUP_S3_ENDPOINT": {"backup", "s3://a/", database},
		"an s3:// address":            {"backup", "ftp://a/", database},
		"no such file":                {"backup", t.TempDir(), "--database=" + filepath.Join(t.TempDir(), "none.db")},
		"SHOPDESK_KEYS_FILE":          {"restore", "x", database},
		"--since":                     {"restore", "x", database, keys, "--since=yesterday"},
		"a program listens":           {"restore", "x", database, keys, "--listen=" + listener.Addr().String()},
		"there is no backup":          {"restore", t.TempDir(), database, keys, "--listen=127.0.0.1:0"},
		"SHOPDESK_BACKUP_S3_SECRET_FILE": {"backup", "s3://a/", database,
			"--backup-s3-endpoint=http://127.0.0.1:1",
			"--backup-s3-access-key=id", "--backup-s3-secret-file=" + os.DevNull},
	} {
		if _, err := told(t, args...); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%q: want %q, got %v", args, want, err)
		}
	}
}

// The wrong key of a sealed backup, and none, are named by their setting. The bugs: the first was an error of age
// alone, the second named the flag alone.
func TestWrongBackupKeyIsNamed(t *testing.T) {
	t.Parallel()
	dir, set := realSettings(t)
	begun(t, set)
	other := filepath.Join(dir, "other.key")
	key := func() string {
		said, err := told(t, "keys", "backup")
		if err != nil {
			t.Fatal(err)
		}
		return said
	}
	_, recipient, _ := strings.Cut(strings.SplitN(key(), "\n", 2)[0], "--recipient: ")
	sealed := filepath.Join(dir, "sealed")
	_, err := told(t, "backup", sealed, "--database="+set["--database"], "--recipient="+recipient)
	if err := errors.Join(err, os.WriteFile(other, []byte(key()), 0o600)); err != nil {
		t.Fatal(err)
	}
	for _, more := range [][]string{nil, {"--identity-file=" + other}} {
		_, err := told(t, append([]string{"restore", sealed, "--database=" + filepath.Join(dir, "new", "shopdesk.db"),
			"--keys-file=" + set["--keys-file"], "--listen=127.0.0.1:0"}, more...)...)
		if err == nil || exitCode(err) != 1 || !strings.Contains(err.Error(), "SHOPDESK_BACKUP_IDENTITY_FILE") {
			t.Errorf("%q: %v", more, err)
		}
	}
}

// The report counts one thing without a plural. The bug: a restore said "1 operators".
func TestRestoreReportCountsOneWithoutAPlural(t *testing.T) {
	t.Parallel()
	var said bytes.Buffer
	m := backup.Manifest{Facts: backup.Facts{Rows: map[string]int64{"orders": 1, "shops": 2, "operators": 1},
		OpenOrders: 1, OpenRuns: 1}}
	if err := report(terminal{out: &said}, m, server.AuditProof{Rows: 1}, 1); err != nil {
		t.Fatal(err)
	}
	if wrong := regexp.MustCompile(`\b1 (\w+ )?\w+s\b`).FindString(said.String()); wrong != "" ||
		!strings.Contains(said.String(), "1 order, 2 shops, 1 operator.") {
		t.Errorf("%q in %s", wrong, said.String())
	}
}
