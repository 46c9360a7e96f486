package e2e

import (
	"math/rand/v2"
	"os"
	"testing"

	"github.com/shopdesk/shopdesk/internal/postgrestest"
	"github.com/shopdesk/shopdesk/server"
	"github.com/shopdesk/shopdesk/server/store"
)

// several has each console be two replicas on PostgreSQL, under make replicas.
var several = os.Getenv("SHOPDESK_REPLICAS") != ""

// openTwice opens an empty store as two replicas do.
func openTwice(t testing.TB) (one, other store.Store) {
	t.Helper()
	address := postgrestest.Address(t)
	return postgrestest.At(t, address), postgrestest.At(t, address)
}

// reached is the replica that a call reaches: either of them, as behind a load balancer.
func (d *desk) reached() *server.Server { return d.replicas[rand.IntN(len(d.replicas))] }
