package upload

import (
	"context"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device/picture"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// Field asks for the picture. Ids of its parts begin with its own.
type Field struct {
	app.Compo

	pages.Deps
	ID      string       // the address's
	Draft   int          // another draft's field drops what is on its way for this one
	Shop    func() int64 // a shop whose picture the operator may change: a file is uploaded for it
	Address string
	Error   string
	OnType  func(ctx app.Context, address string)
	OnBusy  func(busy bool)                       // a file is on its way: the address is still that from before
	OnSent  func(ctx app.Context, address string) // of an uploaded file

	ctx     app.Context
	file    app.Value // on its way, or tried last
	busy    bool
	percent int // of it that has left
	stop    context.CancelFunc
	notice  pages.Notice
	sends   pages.Generation
}

// CompoID is the draft.
func (f *Field) CompoID() string { return strconv.Itoa(f.Draft) }

// OnMount keeps the context.
func (f *Field) OnMount(ctx app.Context) { f.ctx = ctx }

// OnDismount stops what is on its way, and a toast says so.
func (f *Field) OnDismount() {
	if f.busy {
		f.Offer(f.ctx, pages.Offer{Tone: components.ToneBad, Text: text.T("photo.failed.upload")})
	}
	f.drop()
}

// Render draws the field.
func (f *Field) Render() app.UI {
	address := strings.TrimSpace(f.Address)
	return pages.Div("stack upload",
		&components.TextField{
			ID: f.ID, Label: text.T("photo.address"), Hint: text.T("photo.address.hint"), Error: f.Error, Value: f.Address,
			Type: "url", Dir: "ltr", InputMode: "url", Autocomplete: "off", OnInput: f.OnType,
		},
		// A platform that is secluded from this console fetches no pictures from it.
		components.Shown(!f.State.Session().Profile.Secluded, pages.Row(
			&components.FileButton{
				ID: f.ID + "-file", Label: text.T("photo.choose"), Icon: components.IconPhoto, Accept: picture.Accept,
				Disabled: f.busy, OnFile: f.choose,
			},
			components.Shown(f.busy, &components.Button{
				ID: f.ID + "-cancel", Label: text.T("action.cancel"), Kind: components.KindBare, OnClick: f.cancel,
			}),
		)),
		components.Shown(f.busy, &components.Progress{
			ID: f.ID + "-progress", Label: text.T("photo.uploading"), Value: f.percent, Max: 100,
			Text: text.T("photo.percent", strconv.Itoa(f.percent)),
		}),
		components.Maybe(f.notice.Title != "", f.notice.On(f.ID+"-notice")),
		components.Shown(pages.Ours(address), pages.Div("upload-picture",
			&components.Picture{URL: address, Caption: text.T("photo.this"), FailedText: text.T("photo.unseen")},
		)),
	)
}
