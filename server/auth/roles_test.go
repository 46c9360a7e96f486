package auth

import (
	"slices"
	"testing"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
)

func TestRolesCoverTheCatalogue(t *testing.T) {
	t.Parallel()
	for _, e := range platform.Endpoints() {
		if got, want := Allows(api.RoleOwner, e.Permission), e.Proxied(); got != want {
			t.Errorf("%s: owner allowed %s: %t, want %t", e.Name, e.Permission, got, want)
		}
	}
}

func TestRolesAreNested(t *testing.T) {
	t.Parallel()
	rows := Roles()
	for i := range rows[:len(rows)-1] {
		for _, p := range rows[i+1].Permissions {
			if !slices.Contains(rows[i].Permissions, p) {
				t.Errorf("%s lacks %s, which %s has", rows[i].Role, p, rows[i+1].Role)
			}
		}
		if stronger(rows[i].Role, rows[i+1].Role) != rows[i].Role {
			t.Errorf("%s isn't stronger than %s", rows[i].Role, rows[i+1].Role)
		}
	}
}

func TestAllows(t *testing.T) {
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

func TestRolesGivesACopy(t *testing.T) {
	t.Parallel()
	Roles()[0].Permissions[0] = platform.PermissionServer
	if Allows(api.RoleOwner, platform.PermissionServer) {
		t.Error("a reader of the table could change it")
	}
}
