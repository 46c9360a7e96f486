package shell

import (
	"strconv"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/pauses"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// pausingMany is what the frame knows of pausing several shops.
type pausingMany struct {
	asking int // counts the openings of the dialog
	open   bool
	shops  []int64 // ticked at first
	all    bool    // or all of them
}

// askMany opens the dialog about several shops.
func (r *Root) askMany(ticked []int64) {
	m := &r.pausing.many
	m.asking++
	m.open, m.shops, m.all = true, ticked, false
}

// switchToMany goes on from one shop's dialog, with that shop or with all.
func (r *Root) switchToMany(all bool) {
	r.pausing.open = false
	r.askMany([]int64{r.pausing.shop})
	r.pausing.many.all = all
}

// manyDialog is there from the first asking on.
func (r *Root) manyDialog() app.UI {
	m := &r.pausing.many
	return &slot{Key: "pauses " + strconv.Itoa(m.asking) + " " + text.Lang(), Make: func() app.UI {
		return &pauses.Dialog{
			Deps: r.deps(), Open: m.open, Shops: m.shops, All: m.all,
			OnClose: pages.Set(&m.open, false),
			OnDone:  func(app.Context) { r.readPauses() },
		}
	}}
}

// manyButton stands in the bar of the pages about several shops.
func (r *Root) manyButton() app.UI {
	return pages.Div("top-pause", &components.Button{
		ID: "pauses-open", Label: text.T("pauses.open"), Icon: components.IconPause,
		OnClick: func(app.Context) { r.askMany(nil) },
	})
}
