package auth

import (
	"net/http"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

func TestDemoPeopleHaveTheirRoles(t *testing.T) {
	t.Parallel()
	f := newInstallationWith(t, true)
	for range 2 { // the second call makes no operator
		if err := f.EnsureDemo(t.Context(), []int64{shopA, shopB}); err != nil {
			t.Fatal(err)
		}
	}
	for _, test := range []struct {
		role  api.Role
		probe string
		want  int
	}{
		{api.RoleOwner, "/probe/100001/hours.edit", 200},
		{api.RoleOwner, "/probe/100001/shops.add", 200},
		{api.RoleManager, "/probe/100002/hours.edit", 200},
		{api.RoleManager, "/probe/100001/shops.add", 403},
		{api.RoleStaff, "/probe/100001/shop.view", 200},
		{api.RoleStaff, "/probe/100001/hours.edit", 403},
	} {
		t.Run(string(test.role)+test.probe, func(t *testing.T) {
			t.Parallel()
			b := f.device(t)
			if got := b.call(t, api.PathDemo, api.DemoSignIn{Role: test.role}); got.Status != http.StatusOK {
				t.Fatalf("got %d %s", got.Status, got.Body)
			}
			if who := b.who(t); who != demoLogin(test.role) {
				t.Errorf("signed in as %q", who)
			}
			if got := b.call(t, test.probe, nil); got.Status != test.want {
				t.Errorf("got %d %s", got.Status, got.Body)
			}
		})
	}
	b := f.device(t)
	wantError(t, b.call(t, api.PathDemo, api.DemoSignIn{Role: "boss"}), 422, api.CodeInvalid)
	wantError(t, b.call(t, api.PathDemo, `{"role":"owner","shop":1}`), 400, api.CodeUnknownField)
	wantError(t, b.call(t, api.PathSignIn, api.SignIn{Login: "demo:owner"}), 401, api.CodeBadSignIn)
	wantError(t, b.call(t, api.PathSignIn, api.SignIn{Login: "demo:owner", Password: password}), 401, api.CodeBadSignIn)
}

func TestDemoPeopleGetTheirNumberOfShops(t *testing.T) {
	t.Parallel()
	f := newInstallationWith(t, true)
	var ids []int64
	for i := range int64(30) {
		ids = append(ids, shopA+i)
	}
	if err := f.EnsureDemo(t.Context(), ids); err != nil {
		t.Fatal(err)
	}
	got := map[string]int{}
	for _, person := range demoPeople {
		o, err := f.Store.OperatorByLogin(t.Context(), demoLogin(person.role))
		if err != nil {
			t.Fatal(err)
		}
		m, err := f.Store.Memberships(t.Context(), o.ID)
		if err != nil {
			t.Fatal(err)
		}
		got[o.Name] = len(m)
	}
	if diff := cmp.Diff(map[string]int{"Olivia Chan": 0, "Marco Lam": 12, "Mei Wong": 2}, got); diff != "" {
		t.Error(diff)
	}
}

// A data folder first serves a demonstration and then a real installation. The
// demonstration's people can no longer sign in, and its owner doesn't count as the
// installation's owner.
func TestDemoPeopleAreOutAfterTheDemonstration(t *testing.T) {
	t.Parallel()
	demo := newInstallationWith(t, true)
	if err := demo.EnsureDemo(t.Context(), []int64{shopA}); err != nil {
		t.Fatal(err)
	}
	b := demo.device(t)
	token := cookieOf(t, b.call(t, api.PathDemo, api.DemoSignIn{Role: api.RoleOwner}), demo.sessionCookie).Value
	earnest := newFixture(t, func(c *Config) { c.Store = demo.Store })
	if who := demo.whoHas(t, token); who != "demo:owner" {
		t.Fatalf("in the demonstration: %q", who)
	}
	if who := earnest.whoHas(t, token); who != "" {
		t.Errorf("after it: %q", who)
	}
	if _, err := earnest.NewSetupLink(t.Context()); err != nil {
		t.Errorf("no first owner can be made: %v", err)
	}
}

func TestNoDemoUnlessConfigured(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	wantError(t, f.device(t).call(t, api.PathDemo, api.DemoSignIn{Role: api.RoleOwner}), 404, api.CodeNotFound)
	if err := f.EnsureDemo(t.Context(), []int64{shopA}); err == nil {
		t.Error("its people were made")
	}
	on := newFixture(t, func(c *Config) { c.Demo = true })
	wantError(t, on.device(t).call(t, api.PathDemo, api.DemoSignIn{Role: api.RoleOwner}), 404, api.CodeNotFound)
	if err := on.EnsureDemo(t.Context(), nil); err == nil {
		t.Error("a demonstration without shops")
	}
}

// The demonstration's owner gives roles to people, and takes them back, as an owner does. Bug: the answer was that
// somebody has to be owner of all shops, because the demonstration's owner doesn't count.
func TestDemoOwnerManagesInvitedPeople(t *testing.T) {
	t.Parallel()
	f := newInstallationWith(t, true)
	if err := f.EnsureDemo(t.Context(), []int64{shopA, shopB}); err != nil {
		t.Fatal(err)
	}
	if _, err := f.Store.CreateOperator(t.Context(), store.Operator{Login: "ann", Name: "Ann", Password: "x"},
		[]store.Membership{{ShopID: shopA, Role: "staff"}}); err != nil {
		t.Fatal(err)
	}
	b := f.device(t)
	b.call(t, api.PathDemo, api.DemoSignIn{Role: api.RoleOwner})
	ann := b.people(t)["ann"]
	for _, act := range []struct {
		path string
		in   any
	}{
		{api.PathOperatorRoles, api.SetRoles{OperatorID: ann.ID, Before: ann.Grants,
			Grants: []api.Grant{{ShopID: shopA, Role: api.RoleManager}}}},
		{api.PathOperatorDisable, api.DisableOperator{OperatorID: ann.ID, Disabled: true}},
		{api.PathOperatorRemove, api.OperatorRef{OperatorID: ann.ID}},
	} {
		if got := b.call(t, act.path, act.in); got.Status != http.StatusOK {
			t.Errorf("%s: %d %s", act.path, got.Status, got.Body)
		}
	}
}
