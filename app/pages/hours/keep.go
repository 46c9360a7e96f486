package hours

// draftKind names the draft of weekly hours in the state.
const draftKind = "week"

// keep brings the draft in line with what is on the screen.
func (p *Page) keep() {
	if !p.model.Dirty() {
		p.Deps.State.DropDraft(draftKind, p.shopID())
		return
	}
	p.unkept = p.Deps.State.SaveDraft(draftKind, p.shopID(), p.model.Snapshot()) != nil
}
