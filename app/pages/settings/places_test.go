package settings

import (
	"testing"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
)

// Everybody has the way to what is theirs, and no way to what is refused.
func TestPlaces(t *testing.T) {
	t.Parallel()
	has := func(session api.Session, page routes.Page) bool {
		for _, p := range Places(session) {
			if p.Page == page {
				return true
			}
		}
		return false
	}
	staff := api.Session{Operator: &api.Operator{}}
	manager := api.Session{Operator: &api.Operator{Permissions: []string{api.MayViewOperators}}}
	hosted := manager
	hosted.HostSign = true
	if has(staff, routes.Operators) || has(staff, routes.Profile) || !has(staff, routes.Devices) ||
		!has(staff, routes.Account) {
		t.Error("staff:", Places(staff))
	}
	if !has(manager, routes.Operators) || has(manager, routes.Profile) {
		t.Error("a manager:", Places(manager))
	}
	if has(hosted, routes.Operators) || has(hosted, routes.Devices) || !has(hosted, routes.Account) {
		t.Error("a host's:", Places(hosted))
	}
	for _, p := range places {
		if !(routes.Route{Page: p.Page}).InSettings() {
			t.Errorf("%s is no place of the settings", p.Page)
		}
	}
}
