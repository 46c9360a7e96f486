//go:build unix

package sqlitetest

import (
	"os"
	"os/exec"
	"os/signal"
	"syscall"
	"testing"
)

// alone is set in the environment of a test's own process.
const alone = "SQLITETEST_ALONE"

// OwnProcess runs the calling test once more in a process of its own, where OwnProcess returns true. The test that it
// returns false to has nothing left to do.
func OwnProcess(t *testing.T) bool {
	t.Helper()
	if os.Getenv(alone) != "" {
		return true
	}
	child := exec.CommandContext(t.Context(), os.Args[0], "-test.run=^"+t.Name()+"$")
	child.Env = append(os.Environ(), alone+"=1")
	if said, err := child.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, said)
	}
	return false
}

// FillDisk lets no file of this process grow any more, as on a full disk (the error is EFBIG, not ENOSPC). The test has
// a process of its own, see [OwnProcess].
func FillDisk(t *testing.T) {
	t.Helper()
	signal.Ignore(syscall.SIGXFSZ)
	if err := syscall.Setrlimit(syscall.RLIMIT_FSIZE, &syscall.Rlimit{}); err != nil {
		t.Fatal(err)
	}
}
