package activity

import (
	"sync/atomic"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
)

// Another kind that was chosen while the file was made took changes out of the rest of it.
func TestFileHoldsWhatWasChosenAtItsStart(t *testing.T) {
	t.Parallel()
	p := twoPages(t, new(atomic.Bool))
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		p.startExport(ctx)
		p.filter.kind = kindPause
	})
	if got := len(p.export.entries); got != 2 || p.export.err != nil {
		t.Errorf("the file holds %d changes of 2: %v", got, p.export.err)
	}
}
