package wizard

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// stepTitle is the id of the heading of the step on the screen.
const stepTitle = "apply-step-title"

// edited follows every edit of the change.
func (p *Page) edited(app.Context) {
	p.w.touched()
	p.checked()
	p.altered()
}

// altered keeps an edit: what was sent before it was another run.
func (p *Page) altered() {
	p.w.Key, p.filled = device.NewID(), nil
	p.keep()
}

// checked looks again at what was tried once.
func (p *Page) checked() {
	p.unlook()
	p.asked = 0
	if p.tries > 0 {
		p.fault()
	}
}

// fault finds what is wrong with the change.
func (p *Page) fault() {
	photo, _ := pages.PictureFault(p.w.Picture, p.State.Leaves())
	if p.uploading {
		photo = text.T("photo.uploading")
	}
	p.faults, p.items = p.w.faults(p.clock(), photo)
}

// walk goes to a step, as far as the ones before it are done. The keyboard goes
// with it.
func (p *Page) walk(ctx app.Context, to step) {
	p.startErr = nil
	if to > stepShops && len(p.w.Shops) == 0 {
		p.Offer(p.ctx, pages.Offer{Tone: components.ToneWarn, Text: text.T("runs.shops.need")})
		to = stepShops
	}
	if (to == stepPreview || p.uploading) && !p.judge() { // another step would drop the upload
		return
	}
	p.w.Step = to
	p.keep()
	if to == stepPreview && !p.seen() {
		p.preview(ctx)
	}
	components.FocusID(p.ctx, stepTitle)
}

// judge checks the change; what is wrong takes the keyboard.
func (p *Page) judge() bool {
	ok := p.w.try()
	if p.fault(); ok && len(p.faults) == 0 {
		return true
	}
	p.tries++
	p.asked = p.tries
	p.w.Step = stepChange
	p.keep()
	return false
}

// to is a button's way to a step.
func (p *Page) to(s step) func(app.Context) { return func(ctx app.Context) { p.walk(ctx, s) } }

// Choosing shops.

func (p *Page) toggle(id int64, on bool) {
	if on {
		p.choose([]int64{id})
		return
	}
	p.w.Shops = p.w.Shops.without([]int64{id})
	p.chosen()
}

func (p *Page) choose(ids []int64) {
	p.w.Shops = p.w.Shops.with(ids)
	p.chosen()
}

// unlook forgets the preview of what was chosen before, one that is still on its
// way too.
func (p *Page) unlook() {
	p.looks.Drop()
	p.look, p.lookErr = nil, nil
}

// seen reports whether there is a preview. While there is one of another time, the next is on its way.
func (p *Page) seen() bool { return p.look != nil && p.lookErr == nil }

func (p *Page) chosen() {
	p.unlook()
	p.spoken = text.N("shops.chosen", len(p.w.Shops))
	p.altered()
}

func (p *Page) showAll(ctx app.Context) {
	p.filter = filter{}
	components.FocusID(ctx, "apply-find")
}

func (p *Page) matching() []api.Shop { return p.list.matching(p.filter, p.w.Shops) }
func (p *Page) tickAll(app.Context)  { p.choose(numbers(p.matching())) }
func (p *Page) untickAll(app.Context) {
	p.w.Shops = p.w.Shops.without(numbers(p.matching()))
	p.chosen()
}

// addPasted takes over the numbers that were pasted. Those that it couldn't stay
// in sight.
func (p *Page) addPasted(app.Context) {
	device.Filled("apply-paste", &p.pasted)
	p.takePasted()
}

func (p *Page) takePasted() {
	found := paste(p.pasted, func(id int64) bool { _, ok := p.State.Shop(id); return ok })
	p.found = &found
	p.choose(found.Known)
}

// openFile reads a file as if it had been pasted.
func (p *Page) openFile(_ app.Context, file app.Value) {
	pages.Load(p.ctx, new(pages.Generation), device.ReadText(file), func(_ app.Context, words string, err error) {
		if err != nil {
			p.found = &pasted{Failed: true}
			return
		}
		p.pasted = words
		p.takePasted()
	})
}

// The preview.

func (p *Page) takeOut(id int64) {
	p.look.drop(id)
	p.w.Shops = p.w.Shops.without([]int64{id})
	p.spoken = text.T("runs.preview.out.said", p.ShopName(id))
	p.altered()
}

// launchEdited follows every edit of the run's name and beginning.
func (p *Page) launchEdited(ctx app.Context) {
	at, bad := p.w.When.at(p.clock())
	if len(p.whenBad) > 0 {
		p.whenBad = bad
	}
	p.altered()
	if len(bad) == 0 && at != p.lookAt {
		p.lookAgain(ctx)
	}
}

// ask asks before the run is made.
func (p *Page) ask(app.Context) {
	if _, p.whenBad = p.w.When.at(p.clock()); len(p.whenBad) > 0 {
		components.FocusID(p.ctx, p.whenBad[0].Target)
		return
	}
	p.asking = p.seen() && p.look.at == p.lookAt && len(p.look.taking()) > 0
}
