package photo

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// Render draws the page: what customers see and what is in review, and beside
// them the next picture.
func (p *Page) Render() app.UI {
	record := p.Record()
	head := p.Headed(pages.Titled(text.T("nav.photo"), text.T("photo.intro")))
	body := []app.UI{head, pages.Div("photo-place", p.limits(record)...)}
	switch {
	case record.Shop != nil:
		body = append(body, pages.Div("cols photo-cols",
			pages.Stack(p.next(record.Shop)...),
			p.present(record.Shop),
		))
	case record.Reading || record.Err == nil:
		body = append(body, pages.LoadingCard(3))
	default:
		body = append(body, pages.FailureNote(text.T("edit.failed"), record.Err, p.Read))
	}
	return pages.Stack(append(body, pages.Said(p.spoken), p.messages(record))...)
}

// messages come by themselves.
func (p *Page) messages(record state.Record) app.UI {
	return pages.Messages("photo-messages", []components.StripNote{
		{Shown: record.Shop != nil && !p.nearby() && p.notice.Title != "", Note: p.outcome().On(noticeID)},
		{Shown: record.Shop != nil && record.Err != nil, Note: func() app.UI {
			return pages.FailureNote(text.T("edit.old", text.Moment(record.ShopAt)), record.Err, p.Read)
		}},
	})
}

// limits are what the person, or this console, can't do here.
func (p *Page) limits(record state.Record) []app.UI {
	switch {
	case record.Shop == nil:
	case !p.may():
		return []app.UI{&components.Note{Tone: components.ToneInfo, Text: text.T("edit.readonly"), Quiet: true}}
	case p.secluded():
		return []app.UI{&components.Note{
			Tone: components.ToneWarn, Title: text.T("photo.secluded"), Text: text.T("photo.secluded.text"),
			Quiet: true,
		}}
	}
	return nil
}

// outcome is what came of the last try; while a picture is in review there is no
// other.
func (p *Page) outcome() pages.Notice {
	n := p.notice
	if inReview(p.Record().Shop) {
		n.Do = nil
	}
	return n
}

// nearby reports whether what came of the last try stands beside the button
// that was pressed, where it is seen; else it stands above the cards.
func (p *Page) nearby() bool {
	if !p.may() || inReview(p.Record().Shop) {
		return false
	}
	return p.byAddress || p.edit != nil
}

// outcomeOf is the place for it beside one of the two buttons.
func (p *Page) outcomeOf(byAddress bool) app.UI {
	place := app.Div().Class("photo-place")
	if p.nearby() && p.byAddress == byAddress && p.notice.Title != "" {
		place = place.Body(p.notice.Note(noticeID))
	}
	return place
}

// present are the pictures that the platform has, side by side: shown, in
// review, rejected with its reason, and whatever else there may be.
func (p *Page) present(shop *platform.Shop) app.UI {
	return &components.Card{ID: "photo-now", Title: text.T("photo.now"), Body: func() []app.UI {
		if len(shop.MainPictures) == 0 {
			return []app.UI{&components.Empty{
				Icon: components.IconPhoto, Title: text.T("photo.none"), Text: text.T("photo.none.text"),
			}}
		}
		return []app.UI{app.Ul().Class("photo-list").Body(pages.Each(shop.MainPictures, p.Picture))}
	}}
}

// next is where another picture is given. The boxes are always there: what
// stands in their fields isn't drawn anew while somebody works in them.
func (p *Page) next(shop *platform.Shop) []app.UI {
	if !p.may() {
		return nil
	}
	if inReview(shop) {
		return []app.UI{components.Card{ID: "photo-review", Title: text.T("photo.review")}.With(
			app.P().Text(text.T("photo.review.text")),
			pages.Row(&components.Button{
				ID: "photo-again", Label: text.T("action.refresh"), Icon: components.IconReload, Busy: p.Record().Reading,
				OnClick: p.Read,
			}),
			components.Only(p.edit != nil || p.address != "", pages.Soft(text.T("photo.review.kept"))),
		)}
	}
	return []app.UI{
		components.Maybe(!p.secluded(), p.pictureCard),
		p.addressCard(),
	}
}
