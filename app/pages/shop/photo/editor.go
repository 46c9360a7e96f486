package photo

import (
	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device/picture"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// pictureCard is where a picture is given and cut.
func (p *Page) pictureCard() app.UI {
	return components.Card{ID: "photo-next", Title: text.T("photo.next")}.With(
		pages.Div("photo-place", components.Only(p.trouble != "", &components.Note{
			ID: "photo-trouble", Tone: components.ToneBad, Title: text.T("photo.trouble"), Text: p.trouble,
			Alert: true,
		})),
		app.If(p.edit == nil, p.zone).Else(p.editor),
	)
}

// zone is where pictures are dropped; buttons do the same.
func (p *Page) zone() app.UI {
	return app.Div().Class("photo-zone").DataSet("over", components.Flag(p.over)).Body(
		&components.Icon{Name: components.IconPhoto},
		app.P().Text(text.T("photo.zone")),
		pages.Row(
			&components.FileButton{
				ID: "photo-file", Label: text.T("photo.choose"), Kind: components.KindGo, Accept: picture.Accept,
				Disabled: p.opening, OnFile: p.open,
			},
			&components.FileButton{
				ID: "photo-camera", Label: text.T("photo.camera"), Accept: picture.Accept, Camera: true,
				Disabled: p.opening, OnFile: p.open,
			},
		),
		components.Only(p.opening, &components.Spinner{Label: text.T("photo.opening")}),
		pages.P("hint", text.T("photo.rules", platform.MinPictureSide)),
	)
}

// editor is the picture under its frame, what comes of it, and the way on.
func (p *Page) editor() app.UI {
	e := p.edit
	sending := p.stage() != idle
	busy := sending && !p.byAddress
	return pages.Stack(
		&components.Crop{
			ID: cropID, Src: e.picture.URL, Label: text.T("photo.crop"), Hint: text.T("photo.crop.hint"),
			Area: e.area(), Box: e.box, Disabled: sending, OnChange: p.cut,
		},
		&components.Choices{
			ID: "photo-shape", Label: text.T("photo.shape"), Value: e.shape, Options: e.choices(), OnChange: p.shape,
		},
		app.P().ID("photo-result").Role("status").Text(text.T("photo.result", pixels(e.box.W, e.box.H), e.result())),
		pages.P("hint", text.T("photo.private")),
		pages.Div("photo-place", app.If(busy, p.progress)),
		p.outcomeOf(false),
		pages.Row(
			&components.Button{
				ID: "photo-send", Label: text.T("photo.send"), Kind: components.KindGo, Busy: busy,
				Disabled: p.opening || sending && p.byAddress, OnClick: p.sendPicture,
			},
			components.Only(busy && p.stage() < asking, &components.Button{ID: "photo-cancel", Label: text.T("action.cancel"),
				OnClick: p.cancel}),
			components.Only(!busy, app.Span().Class("row").Body(
				&components.FileButton{
					ID: "photo-other", Label: text.T("photo.other"), Accept: picture.Accept,
					Disabled: p.opening || sending, OnFile: p.open,
				},
				&components.Button{
					ID: "photo-drop", Label: text.T("edit.discard"), Kind: components.KindBare,
					Disabled: sending, OnClick: p.discard,
				},
			)),
		),
	)
}

// progress says how far the sending is.
func (p *Page) progress() app.UI {
	switch p.stage() {
	case uploading:
		percent := parts(p.sent, p.total)
		return &components.Progress{
			ID: "photo-progress", Label: text.T("photo.uploading"), Value: percent, Max: 100,
			Text: text.T("photo.percent", percent),
		}
	case asking:
		return &components.Spinner{Label: text.T("photo.asking")}
	case idle, preparing:
	}
	return &components.Spinner{Label: text.T("photo.making")}
}

// addressCard asks for a picture that stands on the web already.
func (p *Page) addressCard() app.UI {
	sending := p.stage() != idle
	busy := sending && p.byAddress
	return components.Card{ID: "photo-by-address", Title: text.T("photo.web")}.With(
		pages.Form(p.sendAddress).Class("stack").Body(
			&components.TextField{
				ID: addressID, Label: text.T("photo.address"), Error: p.wrong,
				Hint:  text.Together(text.T("photo.address.hint"), p.doubt),
				Value: p.address, Type: "url", Dir: "ltr", InputMode: "url", Autocomplete: "off", OnInput: p.typed,
				OnCommit: p.left,
				ReadOnly: sending,
			},
			p.outcomeOf(true),
			pages.Row(
				&components.Button{
					ID: "photo-web-send", Label: text.T("photo.web.send"), Submit: true, Busy: busy,
					Disabled: p.opening || sending && !p.byAddress,
				},
				components.Only(busy, &components.Spinner{Label: text.T("photo.checking")}),
			),
		))
}
