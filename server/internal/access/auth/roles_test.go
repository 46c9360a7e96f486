package auth

import (
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

func TestOwnerMayCallEveryEndpointButTheServersOwn(t *testing.T) {
	t.Parallel()
	for _, e := range platform.Endpoints() {
		if got, want := Allows(api.RoleOwner, e.Permission), e.Permission != platform.PermissionServer; got != want {
			t.Errorf("%s: owner allowed %s: %t, want %t", e.Name, e.Permission, got, want)
		}
	}
}

func TestStrongerRolesMayDoAllOfWeakerOnes(t *testing.T) {
	t.Parallel()
	for _, act := range RolePermissions() {
		for i, role := range ranks[:len(ranks)-1] {
			if weaker := ranks[i+1]; Allows(weaker, act.Permission) && !Allows(role, act.Permission) {
				t.Errorf("%s lacks %s, which %s has", role, act.Permission, weaker)
			}
			if stronger(ranks[i], ranks[i+1]) != ranks[i] {
				t.Errorf("%s isn't stronger than %s", ranks[i], ranks[i+1])
			}
		}
	}
}

func TestAllowsFollowsTheTable(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		role api.Role
		perm platform.Permission
		want bool
	}{
		{api.RoleStaff, platform.PermissionShopView, true},
		{api.RoleStaff, platform.PermissionOrderWork, true},
		{api.RoleStaff, platform.PermissionHoursEdit, false},
		{api.RoleStaff, platform.PermissionRefund, false},
		{api.RoleManager, platform.PermissionHoursEdit, true},
		{api.RoleManager, platform.PermissionOrderAbort, true},
		{api.RoleManager, PermissionOperators, false},
		{api.RoleManager, PermissionShopsAdd, false},
		{api.RoleOwner, PermissionShopsAdd, true},
		{api.RoleOwner, platform.PermissionServer, false},
		{api.RoleOwner, "", false},
		{api.RoleOwner, "shop.sell", false},
		{"", platform.PermissionShopView, false},
		{"root", platform.PermissionShopView, false},
	} {
		if got := Allows(test.role, test.perm); got != test.want {
			t.Errorf("Allows(%q, %q) = %t", test.role, test.perm, got)
		}
	}
}

func TestActsGivesACopy(t *testing.T) {
	t.Parallel()
	RolePermissions()[0].Permission = platform.PermissionServer
	if Allows(api.RoleOwner, platform.PermissionServer) {
		t.Error("a reader of the table could change it")
	}
}
