package wizard

import (
	"encoding/json"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// filling is what a source has filled in. It can be taken back until something
// else is edited: that would be lost with it.
type filling struct {
	from string // the source's name
	was  *wizard
}

// copied is a wizard of its own, as a draft would keep this one.
func (w *wizard) copied() (*wizard, error) {
	data, err := json.Marshal(w)
	if err != nil {
		return nil, err
	}
	out := newWizard()
	return out, json.Unmarshal(data, out)
}

// fill takes the picked parts into the change.
func (p *Page) fill(app.Context) {
	from := p.source.Name
	was, err := p.w.copied()
	p.w.take(p.source.change(), p.zone())
	p.source = source{}
	p.checked()
	p.altered()
	if err == nil {
		p.filled = &filling{from, was}
	}
	p.spoken = text.T("runs.source.said", from)
	components.FocusID(p.ctx, fieldParts)
}

// unfill puts the change back as it was before it was filled in.
func (p *Page) unfill(app.Context) {
	p.w = p.filled.was
	p.checked()
	p.altered()
	p.spoken = text.T("edit.undone")
	components.FocusID(p.ctx, fieldParts)
}

func (p *Page) filledNote() app.UI {
	return pages.Notice{
		Tone: components.ToneInfo, Title: text.T("runs.source.said", p.filled.from), Action: text.T("action.undo"),
		Do: p.unfill,
	}.Note("apply-filled")
}
