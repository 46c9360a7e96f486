package auth

import (
	"context"
	"errors"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/store"
)

// scoped gives the code that Scope answers to an operator after their request has
// ended, "" for success.
func scoped(t *testing.T, f *fixture, id int64, kept []byte, shop int64) api.Code {
	t.Helper()
	ctx, err := f.ActAs(context.Background(), id, "Mei", "192.0.2.1", kept)
	if err != nil {
		t.Fatal(err)
	}
	scope, err := f.Scope(ctx, shop, platform.PermissionHoursEdit)
	var answer *api.Error
	if errors.As(err, &answer) {
		return answer.Code
	}
	if err != nil || scope.Principal().OperatorID != id || scope.Principal().Address != "192.0.2.1" {
		t.Errorf("%+v %v", scope.Principal(), err)
	}
	return ""
}

// Work after an operator's request is authorised by the operator's present roles.
func TestLaterWorkNeedsThePresentRole(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	manager, err := f.store.OperatorByLogin(t.Context(), "manager")
	if err != nil {
		t.Fatal(err)
	}
	want := func(shop int64, code api.Code, when string) {
		t.Helper()
		if got := scoped(t, f, manager.ID, nil, shop); got != code {
			t.Errorf("%s in %d: %q, want %q", when, shop, got, code)
		}
	}
	want(shopA, "", "as they are")
	want(shopB, api.CodeNotFound, "as they are")
	staff := []store.Membership{{OperatorID: manager.ID, ShopID: shopA, Role: "staff"}}
	if err := f.store.SetMemberships(t.Context(), manager.ID,
		[]store.Membership{{OperatorID: manager.ID, ShopID: shopA, Role: "manager"}}, staff); err != nil {
		t.Fatal(err)
	}
	want(shopA, api.CodeForbidden, "demoted")
	f.store.disabled.Store("manager", true)
	want(shopA, api.CodeSignedOut, "disabled")
	if got := scoped(t, f, 999, nil, shopA); got != api.CodeSignedOut {
		t.Errorf("nobody: %q", got)
	}
}

// Work for a host's person is authorised by the host's grants at the time of the
// request.
func TestLaterWorkOfAHostsPersonKeepsItsGrants(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	p := &Principal{OperatorID: 7, host: true, grants: []grant{{shopB, api.RoleManager}, {shopA, api.RoleStaff}}}
	p.sortGrants()
	kept := p.HostGrants()
	for shop, want := range map[int64]api.Code{shopB: "", shopA: api.CodeForbidden, shopGone: api.CodeNotFound} {
		if got := scoped(t, f, 7, kept, shop); got != want {
			t.Errorf("%d: %q, want %q", shop, got, want)
		}
	}
	none := (&Principal{OperatorID: 7, host: true}).HostGrants()
	if got := scoped(t, f, 7, none, shopA); got != api.CodeNotFound || len(none) == 0 {
		t.Errorf("a host's nobody: %q", got)
	}
	if (&Principal{OperatorID: 7}).HostGrants() != nil {
		t.Error("our own operator's roles are kept")
	}
	if _, err := f.ActAs(t.Context(), 7, "", "", []byte("{")); err == nil {
		t.Error("damaged, and taken")
	}
}
