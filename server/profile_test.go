package server

import (
	"reflect"
	"slices"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// About this platform shows every setting of the profile: a platform that needs it shows another value, which isn't
// assumed.
func TestEverySettingIsShown(t *testing.T) {
	t.Parallel()
	usual := facts(platform.Profile{})
	var every []sandbox.Variant
	for _, info := range sandbox.Variants() {
		every = append(every, info.Variant)
	}
	all := reflect.ValueOf(sandbox.Fitting(every...))
	for i := range all.NumField() {
		var one platform.Profile
		reflect.ValueOf(&one).Elem().Field(i).Set(all.Field(i))
		got := facts(one)
		changed := 0
		for j, f := range got {
			if f != usual[j] {
				changed++
			}
			if f.Assumed != (f == usual[j]) || f.Value == "" {
				t.Errorf("%+v", f)
			}
		}
		if changed != 1 {
			t.Errorf("Profile.%s changes %d facts", all.Type().Field(i).Name, changed)
		}
	}
	for _, name := range platform.LeaveNames() {
		if !slices.ContainsFunc(usual, func(f api.ProfileFact) bool { return f.Key == name && f.Value == "warned" }) {
			t.Errorf("no fact %q", name)
		}
	}
}
