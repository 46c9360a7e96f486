//go:build !race

package sqlite_test

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/internal/storetest"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
)

// The suite runs on a database in memory. The code is the code for a file, which the race detector
// has checked.
func TestMemoryPassesTheSuite(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, sqlite.Memory) })
}
