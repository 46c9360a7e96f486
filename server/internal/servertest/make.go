package servertest

import (
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/sandbox"
	"github.com/shopdesk/shopdesk/server/internal/gateway/token"
	"github.com/shopdesk/shopdesk/server/store/sealed"
)

// Must is for calls that don't fail: Must(sqlite.Open(…))(t).
func Must[T any](v T, err error) func(testing.TB) T {
	return func(tb testing.TB) T {
		tb.Helper()
		if err != nil {
			tb.Fatal(err)
		}
		return v
	}
}

// Keeper keeps the tokens of a sandbox's demo application, under keys of its own.
func Keeper(tb testing.TB, o token.Options) *token.Vault {
	tb.Helper()
	o.App = true
	o.ClientID, o.ClientSecret = sandbox.DemoClientID, sandbox.DemoClientSecret
	o.Sealer = Must(sealed.Parse(strings.NewReader(sealed.Generate())))(tb)
	return Must(token.New(o))(tb)
}
