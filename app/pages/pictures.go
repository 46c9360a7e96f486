package pages

import (
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
)

// PictureWords says what became of a picture. An unknown state is shown by its
// number.
func PictureWords(p platform.Picture) string {
	switch p.Status {
	case platform.PictureEffective:
		return text.T("shop.picture.shown")
	case platform.PicturePending:
		return text.T("shop.picture.pending")
	case platform.PictureRejected:
		if p.RejectReason != "" {
			return text.T("shop.picture.reason", p.RejectReason)
		}
		return text.T("shop.picture.refused")
	}
	return text.T("shop.state.code", int(p.Status))
}

// PictureTone is the colour for it.
func PictureTone(s platform.PictureStatus) components.Tone {
	switch s {
	case platform.PictureEffective:
		return components.ToneOK
	case platform.PicturePending:
		return components.ToneWarn
	case platform.PictureRejected:
		return components.ToneBad
	}
	return components.ToneNeutral
}
