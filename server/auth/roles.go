package auth

import (
	"slices"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Permissions of our own, beside the platform's.
const (
	PermissionOperators platform.Permission = "operators.edit" // invite operators and give roles
	PermissionShopsAdd  platform.Permission = "shops.add"      // add shops to look after
	PermissionHooks     platform.Permission = "hooks.manage"   // see and mend how the platform reaches us
)

// RolePermissions is a row of the table of roles.
type RolePermissions struct {
	Role        api.Role
	Permissions []platform.Permission
}

// table says what each role allows, strongest first: the one place that does.
// What isn't in it is denied; [platform.PermissionServer] is in no row.
var table = []RolePermissions{
	{api.RoleOwner, slices.Concat(staffMay, managerMayToo, ownerMayToo)},
	{api.RoleManager, slices.Concat(staffMay, managerMayToo)},
	{api.RoleStaff, staffMay},
}

var (
	staffMay = []platform.Permission{
		platform.PermissionShopView,
		platform.PermissionOrderView,
		platform.PermissionOrderWork,
	}
	managerMayToo = []platform.Permission{
		platform.PermissionHoursEdit,
		platform.PermissionShopPause,
		platform.PermissionShopEdit,
		platform.PermissionOrderAbort,
		platform.PermissionRefund,
	}
	ownerMayToo = []platform.Permission{
		PermissionOperators,
		PermissionShopsAdd,
		PermissionHooks,
	}
)

// Roles lists the roles with what they allow, strongest first.
func Roles() []RolePermissions {
	rows := slices.Clone(table)
	for i := range rows {
		rows[i].Permissions = slices.Clone(rows[i].Permissions)
	}
	return rows
}

// Allows reports whether role allows perm. A role or permission that the table
// doesn't know is denied.
func Allows(role api.Role, perm platform.Permission) bool {
	for i := range table {
		if table[i].Role == role {
			return slices.Contains(table[i].Permissions, perm)
		}
	}
	return false
}

// strength orders roles: 0 for none, then staff, manager, owner.
func strength(role api.Role) int {
	for i := range table {
		if table[i].Role == role {
			return len(table) - i
		}
	}
	return 0
}

// stronger is the stronger of two roles.
func stronger(a, b api.Role) api.Role {
	if strength(b) > strength(a) {
		return b
	}
	return a
}

// shopPermissions lists what role allows in a shop, for the browser: the
// platform's permissions without those of our own.
func shopPermissions(role api.Role) []string {
	names := []string{}
	for i := range table {
		if table[i].Role != role {
			continue
		}
		for _, p := range table[i].Permissions {
			if !slices.Contains(ownerMayToo, p) {
				names = append(names, string(p))
			}
		}
	}
	return names
}
