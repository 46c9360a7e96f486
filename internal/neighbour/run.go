package neighbour

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
	"time"
)

// script runs a program until its standard input ends.
const script = `
PATH="$PATH:/usr/local/sbin:/usr/sbin:/sbin"
"$@" </dev/null >"$0" 2>&1 &
cat >/dev/null
kill -TERM $!
wait $!
`

// Run runs a program until the test ends, and waits until it is ready. said is what it has written so far.
func Run(t testing.TB, ready func(said string) bool, command ...string) {
	t.Helper()
	file := filepath.Join(t.TempDir(), "said")
	keeper := exec.Command("/bin/sh", append([]string{"-c", script, file}, command...)...)
	keeper.Env = append(os.Environ(), "HOME="+t.TempDir(), "XDG_DATA_HOME=", "XDG_CONFIG_HOME=")
	hold, err := keeper.StdinPipe()
	if err == nil {
		err = keeper.Start()
	}
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _, _ = hold.Close(), keeper.Wait() })
	for deadline := time.Now().Add(3 * time.Minute); ; time.Sleep(5 * time.Millisecond) {
		said, _ := os.ReadFile(file)
		if ready(string(said)) {
			return
		}
		if time.Now().After(deadline) {
			t.Fatalf("%s isn't ready:\n%s", command[0], said)
		}
	}
}

// tool is the path of a program that the Makefile installs.
func tool(t testing.TB, name string) string {
	t.Helper()
	folder, err := os.Getwd()
	if err != nil {
		t.Fatal(err)
	}
	for ; folder != filepath.Dir(folder); folder = filepath.Dir(folder) {
		path := filepath.Join(folder, "build", "tools", name)
		if _, err := os.Stat(path); err == nil {
			return path
		}
	}
	t.Fatalf(`%s isn't installed: "make neighbours" does that`, name)
	return ""
}
