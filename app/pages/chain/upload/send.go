package upload

import (
	"context"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device/picture"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/chain/diff"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func (f *Field) choose(ctx app.Context, file app.Value) {
	f.file = file
	f.send(ctx)
}

// send uploads the file, all that it shows.
func (f *Field) send(app.Context) {
	f.drop()
	f.setBusy(true)
	f.percent, f.notice = 0, pages.Notice{}
	c, stop := context.WithCancel(f.ctx)
	f.stop = stop
	file, b, shop := f.file, f.Backend, f.Shop()
	pages.Load(f.ctx, &f.sends, func(context.Context) (api.Photo, error) {
		defer stop()
		encoded, err := encode(file)
		if err != nil {
			return api.Photo{}, err
		}
		return b.UploadPhoto(c, shop, encoded.Type, encoded.Sender(func(sent int64) {
			f.ctx.Dispatch(func(app.Context) { f.percent = int(min(100, sent*100/encoded.Bytes)) })
		}))
	}, f.sent)
}

// encode makes of a file what is sent of it.
func encode(file app.Value) (*picture.Encoded, error) {
	opened, err := picture.Open(file)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	found := rules.Picture(rules.PictureFacts{Type: rules.TypeJPEG, Width: opened.Width, Height: opened.Height})
	if len(found) > 0 {
		return nil, unfit(found)
	}
	encoded, err := opened.Encode(0, 0, opened.Width, opened.Height)
	if err != nil && !errors.Is(err, picture.ErrHuge) {
		return nil, errUnmade
	}
	return encoded, err
}

var errUnmade = errors.New("upload: this device couldn't make the picture")

// unfit is a picture that breaks rules.
type unfit []rules.Problem

func (unfit) Error() string { return "upload: the picture breaks a rule" }

func (f *Field) sent(ctx app.Context, photo api.Photo, err error) {
	f.setBusy(false)
	f.stop = nil
	if err == nil {
		f.file = nil
		f.OnSent(ctx, photo.URL)
		return
	}
	f.notice = f.failed(err)
	components.ShowID(ctx, f.ID+"-notice")
}

// failed says why there is no picture. What another try could mend may be tried.
func (f *Field) failed(err error) pages.Notice {
	n := pages.Notice{Tone: components.ToneBad, Title: text.T("photo.trouble")}
	var broken unfit
	_, refusal := pages.OutcomeOf(err)
	switch {
	case errors.As(err, &broken):
		n.Text = text.Problems(broken)
	case errors.Is(err, picture.ErrType):
		n.Text = text.Problem(rules.Problem{Code: rules.CodePictureType})
	case errors.Is(err, picture.ErrHuge):
		n.Text = text.T("photo.huge")
	case errors.Is(err, picture.ErrBroken):
		n.Text = text.T("photo.broken")
	case errors.Is(err, errUnmade):
		n.Title, n.Text = text.T("photo.failed.make"), text.T("photo.failed.make.do")
	case refusal != nil && len(refusal.Problems) > 0:
		n.Text = text.Together(diff.Problems(refusal.Problems, nil)...)
	default:
		n.Title, n.Text = text.T("photo.failed.upload"), text.Failure(err)
		n.Action, n.Do = text.T("action.again"), f.send
	}
	return n
}

// cancel leaves the picture as it is.
func (f *Field) cancel(app.Context) {
	f.drop()
	components.FocusID(f.ctx, f.ID+"-file")
}

func (f *Field) drop() {
	f.sends.Drop()
	f.setBusy(false)
	if f.stop != nil {
		f.stop()
		f.stop = nil
	}
}

func (f *Field) setBusy(busy bool) {
	if f.busy != busy {
		f.busy = busy
		f.OnBusy(busy)
	}
}
