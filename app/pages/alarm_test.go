package pages_test

import (
	"slices"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
)

// An alarm rings for what was set last, and not once it was stopped.
func TestAlarmRingsForWhatWasSetLast(t *testing.T) {
	t.Parallel()
	var rang []string
	pagetest.Run(t, func(ctx app.Context) {
		alarms := new([2]pages.Alarm)
		rings := func(what string) func(app.Context) {
			return func(app.Context) { rang = append(rang, what) }
		}
		alarms[0].Set(ctx, 0, rings("first"))
		alarms[1].Set(ctx, 0, rings("stopped"))
		alarms[0].Set(ctx, 0, rings("second"))
		alarms[1].Stop()
		pagetest.Until(ctx, func() bool { return slices.Contains(rang, "second") }, func(app.Context) {})
	})
	if !slices.Equal(rang, []string{"second"}) {
		t.Errorf("rang: %v", rang)
	}
}
