//go:build !race

package sqlite_test

import (
	"testing"

	"github.com/shopdesk/shopdesk/server/store"
	"github.com/shopdesk/shopdesk/server/store/sqlite"
	"github.com/shopdesk/shopdesk/server/store/storetest"
)

// The same code as with a file, of which the race detector has seen all.
func TestMemory(t *testing.T) {
	t.Parallel()
	storetest.Run(t, func(t *testing.T) store.Store { return open(t, sqlite.Memory) })
}
