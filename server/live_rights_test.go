package server_test

import (
	"slices"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
	"github.com/shopdesk/shopdesk/server/store"
)

// An open screen hears by its line that the roles of its operator are others, and hears the old sign again with the old
// roles. The regression: a manager who was made an owner of the shop saw an owner's pages only after a reload.
func TestLiveTellsOfOtherRoles(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	stays := []store.Membership{{ShopID: store.AllShops, Role: string(api.RoleOwner)}} // one must remain
	servertest.Must(b.store.CreateOperator(t.Context(), store.Operator{Login: "ann"}, stays))(t)
	people := servertest.Must(b.store.ListOperators(t.Context()))(t)
	at := slices.IndexFunc(people, func(o store.Operator) bool {
		return strings.HasSuffix(o.Login, string(api.RoleManager))
	})
	rights := func() string {
		t.Helper()
		return read[api.LiveBatch](b, b.as(api.RoleManager), api.PathLivePoll).Rights
	}
	first, before := servertest.Must(b.store.Memberships(t.Context(), people[at].ID))(t), rights()
	owns := slices.Clone(first)
	owns[0].Role = string(api.RoleOwner)
	if err := b.store.SetMemberships(t.Context(), people[at].ID, first, owns); err != nil {
		t.Fatal(err)
	}
	if now := rights(); now == "" || now == before {
		t.Errorf("rights %q, before %q", now, before)
	}
	if err := b.store.SetMemberships(t.Context(), people[at].ID, owns, first); err != nil {
		t.Fatal(err)
	}
	if again := rights(); again != before {
		t.Errorf("rights %q, want %q again", again, before)
	}
}
