package pgtest

import (
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/jackc/pgx/v5"
)

// bouncerScript lives as long as the test holds its standard input, like the server's script.
const bouncerScript = `
PATH="$PATH:/usr/sbin:/usr/bin:/bin"
"$0" "$1/pgbouncer.ini" </dev/null >"$1/log" 2>&1 &
cat >/dev/null
kill -TERM $!
wait $!
rm -rf "$1"
`

// Bouncer starts a PgBouncer in front of the database at dsn until the test ends, and returns its address. mode is its
// pool_mode: session, transaction or statement. settings are further lines of its configuration, which go before ours.
func Bouncer(t testing.TB, dsn, mode string, settings ...string) (address string) {
	t.Helper()
	config, err := pgx.ParseConfig(dsn)
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	program, err := exec.LookPath("pgbouncer")
	if err != nil {
		program = "/usr/sbin/pgbouncer" // not in an ordinary user's PATH
	}
	if _, err := os.Stat(program); err != nil {
		t.Fatal(`pgtest: PgBouncer is not installed. "make test" installs it; by hand: apt-get install pgbouncer`)
	}
	folder, err := os.MkdirTemp(above(), "shopdesk-pgb-")
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	database := fmt.Sprintf("* = host=%s port=%d user=%s dbname=%s",
		config.Host, config.Port, config.User, config.Database)
	if config.Password != "" {
		database += " password=" + config.Password
	}
	if path := config.RuntimeParams["search_path"]; path != "" {
		database += " connect_query='SET search_path TO " + path + "'"
	}
	lines := append([]string{"[databases]", database, "[pgbouncer]"}, settings...)
	lines = append(lines, "server_connect_timeout = "+connectTimeout, "server_login_retry = 1", "listen_addr =",
		"unix_socket_dir = "+folder, "auth_type = any", "pool_mode = "+mode, "")
	err = os.WriteFile(filepath.Join(folder, "pgbouncer.ini"), []byte(strings.Join(lines, "\n")), 0o644)
	if err == nil {
		err = GiveAway(folder)
	}
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	keeper := exec.Command("/bin/sh", "-c", bouncerScript, program, folder)
	Ordinary(keeper, folder)
	hold, err := keeper.StdinPipe()
	if err == nil {
		err = keeper.Start()
	}
	if err != nil {
		t.Fatalf("pgtest: %v", err)
	}
	t.Cleanup(func() { _, _ = hold.Close(), keeper.Wait() })
	at := url.URL{Scheme: "postgres", User: url.User("anyone"), Path: "/" + config.Database}
	at.RawQuery = url.Values{"host": {folder}, "port": {"6432"}, "sslmode": {"disable"},
		"connect_timeout": {connectTimeout}}.Encode()
	if err := await(at.String() + "&default_query_exec_mode=simple_protocol"); err != nil {
		log, _ := os.ReadFile(filepath.Join(folder, "log"))
		t.Fatalf("pgtest: PgBouncer doesn't answer: %v\n%s", err, log)
	}
	return at.String()
}
