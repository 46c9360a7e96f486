package change

import (
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// PhotoState is the review state of the shop's photo. An unknown state counts as shown.
func PhotoState(pictures []platform.Picture) api.PhotoState {
	state := api.PhotoNone
	for _, p := range pictures {
		switch p.Status {
		case platform.PicturePending:
			return api.PhotoReview
		case platform.PictureRejected:
			state = api.PhotoRejected
		case platform.PictureEffective:
			fallthrough
		default:
			if state == api.PhotoNone {
				state = api.PhotoShown
			}
		}
	}
	return state
}
