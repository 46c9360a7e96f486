package postgres_test

import (
	"testing"

	"github.com/shopdesk/shopdesk/internal/postgrestest"
)

// A session that began on a server which took no writes, such as one whose disk was full, takes none later either. Bug:
// the store kept such connections for up to an hour after the server took writes again, and accepted no message.
func TestSessionThatTakesNoWritesIsGivenUp(t *testing.T) {
	t.Parallel()
	s := postgrestest.Open(t)
	s.DB().SetMaxOpenConns(1)
	if _, err := s.DB().Exec(`SET SESSION CHARACTERISTICS AS TRANSACTION READ ONLY`); err != nil {
		t.Fatal(err)
	}
	if err := s.Prove(t.Context()); err == nil {
		t.Fatal("a read-only session takes a write")
	}
	if err := s.Prove(t.Context()); err != nil {
		t.Error(err)
	}
}
