package about

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"sync"
	"time"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
	"github.com/shopdesk/shopdesk/server/doctor"
	"github.com/shopdesk/shopdesk/server/internal/background"
	"github.com/shopdesk/shopdesk/server/internal/gateway/upstream"
	"github.com/shopdesk/shopdesk/server/store"
)

// markWithin limits the time that noting takes, for which the operator waits. Few changes show anything.
const markWithin = 5 * time.Second

// ChangesOptions set up a [Changes].
type ChangesOptions struct {
	Marks  store.Hooks // required
	Signed platform.CallbackSigning
	background.Base
}

// Changes notes what the changes that people make through the console show of the platform. The doctor changes
// nothing, so it can't see that by itself. Notes are kept in the store; the newest counts.
type Changes struct {
	ChangesOptions

	mu   sync.Mutex
	sent map[int64]sentPicture // by shop, while the shop's record wasn't read after that
}

// sentPicture is a picture that the platform took.
type sentPicture struct {
	url string
	at  time.Time
}

// NewChanges makes the watch.
func NewChanges(o ChangesOptions) *Changes {
	o.Defaults()
	return &Changes{ChangesOptions: o, sent: map[int64]sentPicture{}}
}

// Made notes what the platform's answer to a change shows; err is its refusal.
func (c *Changes) Made(path string, shopID int64, request []byte, err error) {
	switch path {
	case platform.PathContactUpdate:
		var call platform.ContactUpdate
		what, _ := upstream.OutcomeOf(err)
		if (err == nil || what == upstream.Refused) && platform.Read(request, &call) == nil && onlyTwice(call.Phones) {
			c.note(doctor.CheckPhoneOnce, err == nil)
		}
	case platform.PathPictureUpdate:
		var call platform.PictureUpdate
		if err == nil && platform.Read(request, &call) == nil {
			c.mu.Lock()
			c.sent[shopID] = sentPicture{call.PictureURL, c.Now()}
			c.mu.Unlock()
		}
	case platform.PathCallbackSet:
		var refused *platform.Error
		if err == nil || errors.As(err, &refused) && refused.Authentication() {
			check := doctor.CheckCallback
			if c.Signed == platform.CallbackWithoutURL {
				check = doctor.CheckCallbackUnsigned
			}
			c.note(check, err == nil)
		}
	}
}

// Read looks for a new picture in the record of its shop, which was asked for at the time asked.
func (c *Changes) Read(path string, shopID int64, answer []byte, asked time.Time) {
	if path != platform.PathShopGet {
		return
	}
	url := c.awaited(shopID, asked)
	if url == "" {
		return
	}
	var shop platform.Shop
	if platform.Open(path, platform.Reply{Status: http.StatusOK, Body: answer}, &shop) != nil {
		return
	}
	held := slices.ContainsFunc(shop.MainPictures, func(p platform.Picture) bool {
		return p.URL == url || p.Status != platform.PictureEffective && p.Status != platform.PictureRejected
	})
	c.note(doctor.CheckPictureReview, held)
}

// awaited returns the picture that the shop took before, "" for none, and forgets it.
func (c *Changes) awaited(shopID int64, asked time.Time) string {
	c.mu.Lock()
	defer c.mu.Unlock()
	picture := c.sent[shopID]
	if picture.url == "" || asked.Before(picture.at) {
		return ""
	}
	delete(c.sent, shopID)
	return picture.url
}

// onlyTwice reports whether phones break no rule but that one of them is there twice.
func onlyTwice(phones []platform.Phone) bool {
	found := rules.Phones(phones)
	for _, p := range found {
		if p.Code != rules.CodePhoneTwice {
			return false
		}
	}
	return len(found) > 0
}

func (c *Changes) note(check string, held bool) {
	ctx, cancel := context.WithTimeout(context.Background(), markWithin)
	defer cancel()
	if err := c.Marks.Mark(ctx, shownMark(check, held), c.Millis()); err != nil {
		c.Logger.WarnContext(ctx, "changes: not noted", "check", check, "err", err)
	}
}

// shownMark names the mark of a check that a change answered.
func shownMark(check string, held bool) string {
	if held {
		return "shown." + check + ".holds"
	}
	return "shown." + check + ".differs"
}

// Shown returns what changes have shown so far, by check: whether the assumption held the last time.
func Shown(ctx context.Context, marks store.Hooks) (map[string]bool, error) {
	shown := map[string]bool{}
	for _, check := range []string{
		doctor.CheckPhoneOnce, doctor.CheckPictureReview, doctor.CheckCallback, doctor.CheckCallbackUnsigned,
	} {
		holds, err := marks.Marked(ctx, shownMark(check, true))
		if err != nil {
			return nil, err
		}
		differs, err := marks.Marked(ctx, shownMark(check, false))
		if err != nil {
			return nil, err
		}
		if holds+differs > 0 {
			shown[check] = holds > differs
		}
	}
	return shown, nil
}
