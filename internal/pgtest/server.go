package pgtest

import (
	"database/sql"
	"fmt"
	"io"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"time"
)

// startTimeout bounds the wait for a new server, also on a busy machine.
const startTimeout = 3 * time.Minute

// connectTimeout is how many seconds a connection may take: a busy machine needs more than the store's ten.
const connectTimeout = "180"

// script lives as long as the test binary holds its standard input, however
// that binary ends; then it stops the server and removes the folder ($1).
// The server speaks through a socket in the folder only: there is no port to
// be taken by another. A server so young that the shell's "ignore INT" still
// holds for it is ended by TERM; an older one waits for its clients after TERM,
// and drops them after INT.
const script = `
PATH="$PATH:/usr/bin:/bin"
"$0/postgres" -D "$1/data" -k "$1" -c listen_addresses= -c max_connections=200 \
	-c fsync=off -c synchronous_commit=off -c full_page_writes=off </dev/null >"$1/log" 2>&1 &
cat >/dev/null
kill -TERM $!
kill -INT $!
wait $!
rm -rf "$1"
`

// server is a running PostgreSQL.
type server struct {
	folder string
	keeper *exec.Cmd
	hold   io.Closer // the keeper's standard input
}

// start makes a cluster in a new folder and waits until it answers.
func start() (_ *server, err error) {
	bin, err := Programs()
	if err != nil {
		return nil, err
	}
	// Not os.TempDir: a socket's path has 107 bytes at most, and the folders
	// above must be open to the user that the server runs as.
	folder, err := os.MkdirTemp(above(), "shopdesk-pg-")
	if err != nil {
		return nil, err
	}
	defer func() {
		if err != nil {
			_ = os.RemoveAll(folder)
		}
	}()
	if err := GiveAway(folder); err != nil {
		return nil, err
	}
	initdb := exec.Command(filepath.Join(bin, "initdb"), "-D", filepath.Join(folder, "data"),
		"-U", "test", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
	Ordinary(initdb, folder)
	if out, err := initdb.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w\n%s", err, out)
	}
	s := &server{folder: folder, keeper: exec.Command("/bin/sh", "-c", script, bin, folder)}
	Ordinary(s.keeper, folder)
	if s.hold, err = s.keeper.StdinPipe(); err != nil {
		return nil, err
	}
	if err := s.keeper.Start(); err != nil {
		return nil, err
	}
	if err := await(s.address()); err != nil {
		log, _ := os.ReadFile(filepath.Join(folder, "log"))
		_ = s.stop()
		return nil, fmt.Errorf("the server doesn't answer: %w\n%s", err, log)
	}
	return s, nil
}

func (s *server) address() string {
	address := url.URL{Scheme: "postgres", User: url.User("test"), Path: "/postgres"}
	address.RawQuery = url.Values{"host": {s.folder}, "sslmode": {"disable"}, "connect_timeout": {connectTimeout}}.Encode()
	return address.String()
}

// await waits until the server at address answers.
func await(address string) error {
	db, err := sql.Open("pgx", address)
	if err != nil {
		return err
	}
	defer func() { _ = db.Close() }()
	for deadline := time.Now().Add(startTimeout); ; time.Sleep(20 * time.Millisecond) {
		err := db.Ping()
		if err == nil || time.Now().After(deadline) {
			return err
		}
	}
}

// stop ends the server and waits until its folder is gone.
func (s *server) stop() error {
	if err := s.hold.Close(); err != nil {
		return err
	}
	return s.keeper.Wait()
}
