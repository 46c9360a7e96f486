package upload

import (
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/state"
)

// Leaving a page during an upload dropped the photo without a word.
func TestUploadEndedByLeavingIsSaid(t *testing.T) {
	t.Parallel()
	for _, busy := range []bool{false, true} {
		f := &Field{busy: busy, OnBusy: func(bool) {}}
		told := 0
		pagetest.Run(t, func(ctx app.Context) {
			ctx.Handle(state.ActionToast, func(_ app.Context, a app.Action) {
				if a.Value.(pages.Offer).Text == "The photo wasn't uploaded." {
					told++
				}
			})
			f.OnMount(ctx)
			f.OnDismount()
		})
		if told != 0 != busy || f.busy {
			t.Errorf("busy %v: told %d times, busy %v afterwards", busy, told, f.busy)
		}
	}
}
