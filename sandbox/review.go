package sandbox

import (
	"fmt"
	"slices"

	"github.com/shopdesk/shopdesk/platform"
)

// SuspendShop suspends the shop from the platform's side, which tells so by
// webhook.
func (s *Sandbox) SuspendShop(id int64) error {
	return s.setStatusElsewhere(id, platform.ShopSuspended, withheld)
}

// ReopenShop reactivates the shop from the platform's side, which tells so by
// webhook.
func (s *Sandbox) ReopenShop(id int64) error {
	return s.setStatusElsewhere(id, platform.ShopOperating, serving)
}

// SetAuthorised says whether the shop's merchant has authorised the
// application. Without any such shop the token exchange fails (interface 5).
func (s *Sandbox) SetAuthorised(id int64, authorised bool) error {
	return s.updateShop(id, func(sh *shop) error {
		sh.Authorised = authorised
		return nil
	})
}

// ApprovePicture ends the review of the pending picture: it is the one shown
// from now on. Without a pending picture it returns ErrNoPending.
func (s *Sandbox) ApprovePicture(id int64) error {
	return s.updateShop(id, func(sh *shop) error {
		at := sh.picture(platform.PicturePending)
		if at < 0 {
			return ErrNoPending
		}
		approved := sh.Record.MainPictures[at]
		approved.Status = platform.PictureEffective
		sh.Record.MainPictures = []platform.Picture{approved}
		return nil
	})
}

// RejectPicture ends the review of the pending picture with a reason. The
// picture shown stays. Without a pending picture it returns ErrNoPending.
func (s *Sandbox) RejectPicture(id int64, reason string) error {
	if reason == "" {
		return fmt.Errorf("%w: a rejection needs a reason", ErrInvalid)
	}
	return s.updateShop(id, func(sh *shop) error {
		at := sh.picture(platform.PicturePending)
		if at < 0 {
			return ErrNoPending
		}
		rejected := sh.Record.MainPictures[at]
		rejected.Status = platform.PictureRejected
		rejected.RejectReason = reason
		sh.setPictures(platform.PictureEffective, rejected)
		return nil
	})
}

// picture is the position of the picture in that state, -1 without one.
func (sh *shop) picture(status platform.PictureStatus) int {
	return slices.IndexFunc(sh.Record.MainPictures, func(p platform.Picture) bool { return p.Status == status })
}

// setPictures keeps the pictures in state keep and puts added after them.
func (sh *shop) setPictures(keep platform.PictureStatus, added ...platform.Picture) {
	var pictures []platform.Picture
	for _, p := range sh.Record.MainPictures {
		if p.Status == keep {
			pictures = append(pictures, p)
		}
	}
	sh.Record.MainPictures = append(pictures, added...)
}
