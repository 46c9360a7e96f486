package auth

import (
	"encoding/json"
	"net/http"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/store"
)

// group makes a group, or adds shops to it.
func (f *fixture) group(t *testing.T, id string, add ...int64) {
	t.Helper()
	g, err := f.store.Group(t.Context(), id)
	if err != nil {
		g = store.Group{ID: id, Name: "Group " + id}
	}
	if err := f.store.SaveGroup(t.Context(), g, add, nil); err != nil {
		t.Fatal(err)
	}
}

func byGroup(id string, role api.Role) []api.Grant {
	return []api.Grant{{ShopID: store.NoShop, GroupID: id, Role: role}}
}

// invited gives a device on which mei has just accepted an invitation.
func (f *fixture) invited(t *testing.T, inviter *browser, grants []api.Grant) *browser {
	t.Helper()
	got := inviter.call(t, api.PathInvitations, api.Invite{Name: "Mei", Grants: grants})
	var link api.OneTimeLink
	if err := json.Unmarshal(got.Body, &link); err != nil || got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	_, token, _ := strings.Cut(link.URL, "#")
	b := f.device(t)
	got = b.call(t, api.PathInviteLook, api.InviteToken{Token: token})
	var info api.InviteInfo
	if err := json.Unmarshal(got.Body, &info); err != nil || len(info.Shops) != len(grants) {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	english := map[int64]string{shopA: "Beta", shopB: "Alpha"}
	for i, name := range info.Shops {
		if id := grants[i].GroupID; id != "" && name != "Group "+id {
			t.Errorf("the link names %q instead of group %s", name, id)
		}
		if want := english[grants[i].ShopID]; info.EnShops[i] != want {
			t.Errorf("the link has %q as the shop's English name, want %q", info.EnShops[i], want)
		}
	}
	used := b.call(t, api.PathInvite, api.UseLink{Token: token, Name: "Mei", Login: "mei", Password: password})
	if used.Status != http.StatusOK {
		t.Fatalf("%d %s", used.Status, used.Body)
	}
	return b
}

// A role by a group is in the shops that the group has now.
func TestRoleFollowsTheGroup(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.group(t, "g", shopA)
	mei := f.invited(t, f.as(t, "owner"), byGroup("g", api.RoleManager))
	wants := func(shopA, shopB int) {
		t.Helper()
		for path, want := range map[string]int{"/probe/100001/shop.pause": shopA, "/probe/100002/shop.pause": shopB} {
			if got := mei.call(t, path, nil).Status; got != want {
				t.Errorf("%s: %d, want %d", path, got, want)
			}
		}
	}
	wants(200, 404)
	f.group(t, "g", shopB)
	f.OperatorChanged(f.id(t, "mei"))
	wants(200, 200)
	g, err := f.store.Group(t.Context(), "g")
	if err != nil {
		t.Fatal(err)
	}
	g.DeletedAt = 1
	if err := f.store.SaveGroup(t.Context(), g, nil, nil); err != nil {
		t.Fatal(err)
	}
	f.OperatorChanged(f.id(t, "mei"))
	wants(404, 404)
}

// Of a role in a shop and a role by a group, the stronger counts.
func TestStrongestOfRolesByGroups(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.group(t, "g", shopA, shopB)
	f.group(t, "h", shopA)
	grants := append(byGroup("g", api.RoleStaff), byGroup("h", api.RoleManager)...)
	grants = append(grants, api.Grant{ShopID: shopA, Role: api.RoleStaff})
	mei := f.invited(t, f.as(t, "owner"), grants)
	for path, want := range map[string]int{"/probe/100001/shop.pause": 200, "/probe/100002/shop.pause": 403} {
		if got := mei.call(t, path, nil).Status; got != want {
			t.Errorf("%s: %d, want %d", path, got, want)
		}
	}
}

// An operator gives by a group only what they may give in each of its shops.
func TestRolesByGroupAreGivenOnlyUpToOnesOwn(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.group(t, "A", shopA)
	f.group(t, "B", shopB)
	f.group(t, "AB", shopA, shopB)
	f.group(t, "none")
	f.group(t, "every", store.AllShops)
	local, manager, owner := f.shopOwner(t), f.as(t, "manager"), f.as(t, "owner")
	for _, tt := range []struct {
		name   string
		who    *browser
		grants []api.Grant
		status int
	}{
		{"a group of the asker's shop", local, byGroup("A", api.RoleOwner), 200},
		{"a group with another shop, too", local, byGroup("AB", api.RoleStaff), 403},
		{"a group of others' shops", local, byGroup("B", api.RoleStaff), 404},
		{"a group without shops", local, byGroup("none", api.RoleStaff), 404},
		{"a group without shops, by an owner of all", owner, byGroup("none", api.RoleStaff), 200},
		{"no group", owner, byGroup("x", api.RoleStaff), 404},
		{"a manager", manager, byGroup("A", api.RoleStaff), 403},
		{"a group that names every shop", local, byGroup("every", api.RoleStaff), 404},
		{"no such role", owner, byGroup("A", "emperor"), 422},
		{"a group and a shop", owner, []api.Grant{{ShopID: shopA, GroupID: "A", Role: api.RoleStaff}}, 422},
		{"a group and all shops", owner, []api.Grant{{GroupID: "A", Role: api.RoleStaff}}, 422},
		{"no shop and no group", owner, []api.Grant{{ShopID: store.NoShop, Role: api.RoleStaff}}, 404},
		{"twice the same group", owner, append(byGroup("A", api.RoleStaff), byGroup("A", api.RoleOwner)...), 422},
	} {
		if got := tt.who.call(t, api.PathInvitations, api.Invite{Name: "Mei", Grants: tt.grants}); got.Status != tt.status {
			t.Errorf("%s: %d %s, want %d", tt.name, got.Status, got.Body, tt.status)
		}
	}
}

// A link whose maker may no longer give the role in all shops of the group is refused.
func TestLinkByGroupIsRefusedWhenTheGroupOutgrowsItsMaker(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.group(t, "g", shopA)
	got := f.shopOwner(t).call(t, api.PathInvitations, api.Invite{Name: "Mei", Grants: byGroup("g", api.RoleOwner)})
	var link api.OneTimeLink
	if err := json.Unmarshal(got.Body, &link); err != nil || got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	f.group(t, "g", shopB)
	_, token, _ := strings.Cut(link.URL, "#")
	used := f.device(t).call(t, api.PathInvite, api.UseLink{Token: token, Name: "Mei", Login: "mei",
		Password: password})
	wantError(t, used, http.StatusGone, api.CodeLinkUsed)
}

// A role by a group is one role to an operator who sees all of its shops. To others it is a role in each shop that they
// see.
func TestRolesByGroupAreShown(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.group(t, "g", shopA, shopB)
	owner := f.as(t, "owner")
	f.invited(t, owner, byGroup("g", api.RoleManager))
	named := byGroup("g", api.RoleManager)
	named[0].Group = "Group g"
	if diff := cmp.Diff(named, owner.people(t)["mei"].Grants); diff != "" {
		t.Errorf("an owner of all shops sees\n%s", diff)
	}
	local := f.shopOwner(t)
	mei := local.people(t)["mei"]
	part := []api.Grant{{ShopID: shopA, GroupID: "g", Role: api.RoleManager, Group: "Group g"}}
	if diff := cmp.Diff(part, mei.Grants); diff != "" || !mei.More || mei.MayManage || !mei.MayEdit {
		t.Errorf("an owner of one shop sees %+v\n%s", mei, diff)
	}

	// The owner of one shop leaves the role by the group as it is; the owner of all takes it.
	own := []api.Grant{{ShopID: shopA, Role: api.RoleStaff}}
	got := local.call(t, api.PathOperatorRoles, api.SetRoles{OperatorID: mei.ID, Before: part, Grants: own})
	if got.Status != http.StatusOK {
		t.Fatalf("%d %s", got.Status, got.Body)
	}
	both := append(slices.Clone(own), named...)
	if diff := cmp.Diff(both, owner.people(t)["mei"].Grants); diff != "" {
		t.Errorf("after a change by an owner of one shop:\n%s", diff)
	}
	got = owner.call(t, api.PathOperatorRoles, api.SetRoles{OperatorID: mei.ID, Before: own, Grants: own})
	wantError(t, got, http.StatusConflict, api.CodeChanged)
	got = owner.call(t, api.PathOperatorRoles, api.SetRoles{OperatorID: mei.ID, Before: both, Grants: own})
	if grants := owner.people(t)["mei"].Grants; got.Status != http.StatusOK || !sameGrants(grants, own) {
		t.Errorf("%d, and has %+v", got.Status, grants)
	}
}

// A role by a group that the asker may not give stays with the person when the asker changes other roles. It was
// refused, so that such a person's roles could not be changed at all.
func TestRolesByGroupAreKept(t *testing.T) {
	t.Parallel()
	f := newFixture(t, nil)
	f.group(t, "g", shopA, shopB)
	owner := f.as(t, "owner")
	f.invited(t, owner, byGroup("g", api.RoleStaff))
	local := f.shopOwner(t) // and a manager of shopB: sees everybody of the group, and gives roles in shopA alone
	id := f.id(t, "local")
	before := must(f.store.Memberships(t.Context(), id))(t)
	after := append(before[:1:1], store.Membership{ShopID: shopB, Role: "manager"})
	if err := f.store.SetMemberships(t.Context(), id, before, after); err != nil {
		t.Fatal(err)
	}
	f.OperatorChanged(id)
	mei := local.people(t)["mei"]
	want := append(slices.Clone(mei.Grants), api.Grant{ShopID: shopA, Role: api.RoleManager})
	got := local.call(t, api.PathOperatorRoles, api.SetRoles{OperatorID: mei.ID, Before: mei.Grants, Grants: want})
	if now := local.people(t)["mei"].Grants; got.Status != http.StatusOK || !sameGrants(now, want) {
		t.Errorf("%d %s, and has %+v", got.Status, got.Body, now)
	}
	stronger := []api.Grant{{ShopID: store.NoShop, GroupID: "g", Role: api.RoleManager}}
	got = local.call(t, api.PathOperatorRoles, api.SetRoles{OperatorID: mei.ID, Before: want, Grants: stronger})
	wantError(t, got, http.StatusForbidden, api.CodeForbidden)
}
