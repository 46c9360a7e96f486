package server

import (
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// About this platform shows every assumption. A platform that needs a setting shows that the assumption is set, and no
// other one. The setting is named as a host has it, too: a host's engineers read variables alone.
func TestEverySettingIsShown(t *testing.T) {
	t.Parallel()
	usual := facts(platform.Profile{}, platform.HookPublicRaw)
	if len(usual) != len(platform.Assumptions()) {
		t.Errorf("%d facts", len(usual))
	}
	for _, f := range usual {
		if f.State != api.CheckAssumed || f.Assumption == "" || len(f.Seen) != 1 {
			t.Errorf("%+v", f)
		}
	}
	set := func(name string, got []api.CheckFinding) {
		t.Helper()
		var changed []api.CheckFinding
		for i, f := range got {
			if !cmp.Equal(f, usual[i]) {
				changed = append(changed, f)
			}
		}
		if len(changed) != 1 || changed[0].State != api.CheckSet ||
			!strings.HasPrefix(changed[0].Setting, name+", SHOPDESK_") {
			t.Errorf("%s changes %+v", name, changed)
		}
	}
	var every []sandbox.Variant
	for _, info := range sandbox.Variants() {
		every = append(every, info.Variant)
	}
	all := reflect.ValueOf(sandbox.Fitting(every...))
	for i := range all.NumField() {
		var one platform.Profile
		reflect.ValueOf(&one).Elem().Field(i).Set(all.Field(i))
		set("Options.Platform.Profile."+all.Type().Field(i).Name, facts(one, platform.HookPublicRaw))
	}
	set("Options.Hooks.Rule", facts(platform.Profile{}, platform.HookNoURLRaw))
}
