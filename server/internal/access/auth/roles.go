package auth

import (
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Permissions of our own, beside the platform's.
const (
	PermissionOperatorsView platform.Permission = api.MayViewOperators
	PermissionOperators     platform.Permission = api.MayEditOperators
	PermissionShopsAdd      platform.Permission = api.MayAddShops
	PermissionConnections   platform.Permission = api.MayEditConnections
	PermissionSettingsView  platform.Permission = api.MayViewSettings
	PermissionSettingsEdit  platform.Permission = api.MayEditSettings
	PermissionActivity      platform.Permission = api.MayViewActivity
	PermissionHooks         platform.Permission = api.MayManageHooks
	PermissionTemplates     platform.Permission = api.MayUseTemplates
)

// RolePermission is a row of the table of roles: the purpose of a permission, and the weakest
// role that has the permission. Every stronger role has the permission too.
type RolePermission struct {
	Permission       platform.Permission
	MinRole          api.Role
	InstallationWide bool   // concerns the installation, not a shop: only a role in all shops gives the permission
	Words            string // for the documentation
}

// rolePermissions says what each role allows, and is the only such place. Permissions that
// aren't in the table are denied to everybody, [platform.PermissionServer] among
// them. docs/roles.md is rendered from the table.
var rolePermissions = []RolePermission{
	{platform.PermissionShopView, api.RoleStaff, false, "See the shop, its hours, special dates, phones and pauses"},
	{platform.PermissionOrderView, api.RoleStaff, false, "See orders"},
	{platform.PermissionOrderWork, api.RoleStaff, false, "Confirm, prepare and hand over orders"},
	{platform.PermissionHoursEdit, api.RoleManager, false, "Change hours and special dates"},
	{platform.PermissionShopPause, api.RoleManager, false, "Pause and resume orders"},
	{platform.PermissionShopEdit, api.RoleManager, false, "Change picture and phones"},
	{platform.PermissionOrderAbort, api.RoleManager, false, "Cancel orders"},
	{platform.PermissionRefund, api.RoleManager, false, "Decide on refunds"},
	{PermissionOperatorsView, api.RoleManager, false, "See who works in the shop, and with which role"},
	{PermissionActivity, api.RoleManager, false, "See what was changed, by whom and when"},
	{PermissionTemplates, api.RoleManager, false,
		"See templates and how the shop differs from them, say that it is meant to, and make templates"},
	{PermissionOperators, api.RoleOwner, false, "Invite operators and give or take roles in the shop"},
	{PermissionShopsAdd, api.RoleOwner, true, "Add shops to look after, and correct their time zones"},
	{PermissionConnections, api.RoleOwner, true, "Connect to the platform, and disconnect"},
	{PermissionHooks, api.RoleOwner, true, "See and mend how the platform's messages reach us"},
	{PermissionSettingsView, api.RoleOwner, true,
		"See how the platform is set up, and how the console crashed in browsers"},
	{PermissionSettingsEdit, api.RoleOwner, true,
		"Give names to codes of the platform, and check what the console assumes of it"},
}

// ranks lists the roles, strongest first.
var ranks = []api.Role{api.RoleOwner, api.RoleManager, api.RoleStaff}

// RolePermissions lists the table of roles, in the order of display.
func RolePermissions() []RolePermission { return slices.Clone(rolePermissions) }

// rowOf gives the table's row of perm, or the zero row for a permission that isn't in the table.
func rowOf(perm platform.Permission) RolePermission {
	for i := range rolePermissions {
		if rolePermissions[i].Permission == perm {
			return rolePermissions[i]
		}
	}
	return RolePermission{}
}

// Allows reports whether role allows perm. A role or permission that the table
// doesn't know is denied.
func Allows(role api.Role, perm platform.Permission) bool {
	least := strength(rowOf(perm).MinRole)
	return least > 0 && strength(role) >= least
}

// strength orders roles: 0 for none, then staff, manager, owner.
func strength(role api.Role) int {
	if i := slices.Index(ranks, role); i >= 0 {
		return len(ranks) - i
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

// shopPermissions lists the permissions of a role in a shop, for the browser.
func shopPermissions(role api.Role) []string {
	names := []string{}
	for i := range rolePermissions {
		if !rolePermissions[i].InstallationWide && Allows(role, rolePermissions[i].Permission) {
			names = append(names, string(rolePermissions[i].Permission))
		}
	}
	return names
}

// may reports whether p's roles allow perm: the role in all shops if perm concerns the installation, else a role in any
// shop.
func (p *Principal) may(perm platform.Permission) bool {
	role := p.Role()
	if rowOf(perm).InstallationWide {
		role = p.installationRole()
	}
	return Allows(role, perm)
}

// permissions lists the permissions that p has in at least one shop, for the
// browser.
func (p *Principal) permissions() []string {
	names := []string{}
	for i := range rolePermissions {
		if perm := rolePermissions[i].Permission; p.may(perm) {
			names = append(names, string(perm))
		}
	}
	return names
}
