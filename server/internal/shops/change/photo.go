package change

import (
	"hash/fnv"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
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

// PhotoVersion is another for each photo in effect, and empty for none.
func PhotoVersion(pictures []platform.Picture) string {
	address := rules.PictureInEffect(pictures)
	if address == "" {
		return ""
	}
	h := fnv.New64a()
	_, _ = h.Write([]byte(address)) // a hash takes all that it is given
	return strconv.FormatUint(h.Sum64(), 36)
}
