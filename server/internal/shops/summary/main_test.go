package summary

import (
	"testing"

	"github.com/shopdesk/shopdesk/internal/pgtest"
)

func TestMain(m *testing.M) { pgtest.Main(m) }
