package templates

import (
	"context"
	"slices"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/stepup"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

const fieldNote = "drift-note"

func (p *One) askAccept(app.Context) {
	if len(p.picked()) > 0 {
		p.accepting, p.wrongNote = true, ""
	}
}

func (p *One) typeNote(_ app.Context, note string) { p.note, p.wrongNote = note, "" }

// acceptPicked says that the chosen shops differ as they are meant to.
func (p *One) acceptPicked(ctx app.Context) {
	note := strings.TrimSpace(p.note)
	if !api.Optional(note, api.MaxDriftNote) {
		p.wrongNote = text.T("problem.pause_note", api.MaxDriftNote)
		components.FocusID(ctx, fieldNote)
		return
	}
	request := api.AcceptDrift{Template: p.id(), Note: note}
	for _, d := range p.picked() {
		request.Shops = append(request.Shops, api.DriftSeen{ShopID: d.ShopID, Digest: d.Digest})
	}
	p.accepting = false
	p.send(request)
}

// revoke takes back that a shop differs as it is meant to.
func (p *One) revoke(id int64) {
	p.send(api.AcceptDrift{Template: p.id(), Revoke: true, Shops: []api.DriftSeen{{ShopID: id}}})
}

// send sends so many at a time as the server takes.
func (p *One) send(request api.AcceptDrift) {
	p.changed = 0
	var now []api.ShopDrift
	call := func(c context.Context) (backend.None, error) {
		for some := range slices.Chunk(request.Shops, api.MaxDriftAccepts) {
			part := request
			part.Shops = some
			answer, err := backend.AcceptDrift.To(p.Backend, part)(c)
			if err != nil {
				return backend.None{}, err
			}
			now = append(now, answer.Shops...)
		}
		return backend.None{}, nil
	}
	stepup.Do(p.ctx, &p.act, "accept", call, func(ctx app.Context, _ backend.None) {
		p.changed = len(request.Shops) - p.sent(ctx, request, now)
	}, func(ctx app.Context, _ error) { p.sent(ctx, request, now) }) // some shops may be done
}

// sent takes the server's answer, and counts the shops in which the request was done.
func (p *One) sent(ctx app.Context, request api.AcceptDrift, now []api.ShopDrift) (done int) {
	request.Shops = nil // but for those in which it was done
	for _, d := range now {
		if len(d.Differences) == 0 || request.Revoke {
			delete(p.chosen, d.ShopID)
			request.Shops = append(request.Shops, api.DriftSeen{ShopID: d.ShopID})
		}
	}
	if done = len(request.Shops); done > 0 {
		p.note = ""
		p.spoken = text.N("templates.accepted", done)
		if request.Revoke {
			p.spoken = text.N("templates.revoked", done)
		}
		if !request.Revoke && done <= api.MaxDriftAccepts && !p.meantBefore(request.Shops) {
			offerBack(ctx, p.Deps, p.spoken, request, p.read.Again)
		} else {
			p.Toast(ctx, p.spoken)
		}
		components.FocusID(ctx, listID)
	}
	p.read.Again(ctx)
	return done
}

// meantBefore tells whether something was accepted of one of the shops before:
// taking back would take that back, too.
func (p *One) meantBefore(shops []api.DriftSeen) bool {
	return slices.ContainsFunc(shops, func(seen api.DriftSeen) bool {
		return slices.ContainsFunc(
			p.drifts.Shops, func(d api.ShopDrift) bool { return d.ShopID == seen.ShopID && len(d.Meant) > 0 },
		)
	})
}

// offerBack tells what was just accepted, and offers to undo that and then to call again.
func offerBack(ctx app.Context, deps pages.Deps, said string, request api.AcceptDrift, again func(app.Context)) {
	request.Revoke = true
	pages.Undo(ctx, deps, said, "error.both", text.T("templates.accept.failed"),
		backend.AcceptDrift.To(deps.Backend, request), func(ctx app.Context, _ *api.Drifts) {
			deps.Toast(ctx, text.N("templates.revoked", len(request.Shops)))
			again(ctx)
		})
}

func (p *One) acceptDialog() app.UI {
	return pages.Asking(&p.accepting, pages.Question{
		ID: "drift-accept", Title: text.N("templates.accept.ask", len(p.picked())), Text: text.T("templates.accept.text"),
		Body: func() []app.UI {
			return []app.UI{&components.TextField{
				ID: fieldNote, Label: text.T("label.reason"), Hint: text.T("templates.note.hint"),
				Optional: text.T("label.optional"),
				Error:    p.wrongNote, Value: p.note, Autocomplete: "off",
				Keep: p.State.Typed(fieldNote+p.id(), 0), OnInput: p.typeNote,
			}}
		},
		Go: components.Button{
			ID: "drift-accept-go", Label: text.T("templates.accept"), Kind: components.KindGo, OnClick: p.acceptPicked,
			Disabled: len(p.picked()) == 0,
		},
	})
}
