//go:build unix

package backup

import (
	"context"
	"errors"
	"path/filepath"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/sqlitetest"
)

// The bug: a restore whose disk was full after the files were unpacked, and one that was stopped then, called a sound
// backup damaged.
func TestFullDiskAndStopAreNoDamage(t *testing.T) {
	t.Parallel()
	if !sqlitetest.OwnProcess(t) {
		return
	}
	path := sqlitetest.File(t)
	stopped, stop := context.WithCancel(t.Context())
	stop()
	if err := inspected(stopped, Manifest{}, path); !errors.Is(err, context.Canceled) || errors.Is(err, ErrDamaged) {
		t.Errorf("stopped: %v", err)
	}
	sqlitetest.FillDisk(t)
	err := inspected(t.Context(), Manifest{}, path)
	if err == nil || errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "write "+filepath.Dir(path)) {
		t.Errorf("on a full disk: %v", err)
	}
}
