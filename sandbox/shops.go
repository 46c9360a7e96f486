package sandbox

import (
	"encoding/json"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"

	"github.com/shopdesk/shopdesk/platform"
)

// Rest statuses of the sandbox; the interface shows none (2.2).
const (
	serving  platform.RestStatus = 0
	resting  platform.RestStatus = 1 // suspended by the third party (3.1)
	withheld platform.RestStatus = 2 // suspended from the platform's side
)

// getShop answers the store record (interface 2.2).
func (s *Sandbox) getShop(req *request) reply {
	record := req.shop.public(req.base)
	if s.Does(SlowReview) && milli(s.Now()) < req.shop.Asked+slowReview.Milliseconds() {
		record.MainPictures = slices.DeleteFunc(record.MainPictures, func(p platform.Picture) bool {
			return p.Status == platform.PicturePending
		})
	}
	return succeed(record)
}

// slowReview is how long a new picture stays out of the record with [SlowReview].
const slowReview = time.Minute

// public is the record as callers see it: own pictures get their address.
func (sh *shop) public(base string) platform.Shop {
	record := sh.Record
	record.LogoURL = absolute(base, record.LogoURL)
	record.MainPictures = slices.Clone(record.MainPictures)
	for i := range record.MainPictures {
		record.MainPictures[i].URL = absolute(base, record.MainPictures[i].URL)
	}
	return record
}

func absolute(base, address string) string {
	if strings.HasPrefix(address, "/") {
		return base + address
	}
	return address
}

// phonePattern is "<international area code>-<number>" (interface 4.4, rule 4).
// The interface gives no lengths: an area code has up to 4 digits, a number 4
// at least, and both together maxPhone, as in the international numbering plan.
var phonePattern = regexp.MustCompile(`^[1-9][0-9]{0,3}-[0-9]{4,}$`)

// shortPattern allows numbers of three digits.
var shortPattern = regexp.MustCompile(`^[1-9][0-9]{0,3}-[0-9]{3,}$`)

const maxPhone = 15 // digits

// updateContact replaces the phones (interface 4.4, rule 4).
func (s *Sandbox) updateContact(req *request) reply {
	if req.absent("phones") {
		return refuse(broken("phones is required."))
	}
	var given []*string
	if json.Unmarshal(req.object["phones"], &given) != nil {
		return refuse(broken("phones must be an array of strings."))
	}
	if len(given) < platform.MinPhones || len(given) > platform.MaxPhones {
		return refuse(broken("phones must have %d to %d numbers.", platform.MinPhones, platform.MaxPhones))
	}
	phones, pattern := make([]platform.Phone, 0, len(given)), phonePattern
	if s.Does(ShortPhones) {
		pattern = shortPattern
	}
	for i, number := range given {
		if number == nil || !pattern.MatchString(*number) || len(*number) > maxPhone+len("-") {
			return refuse(broken("phones[%d] must have the format <area code>-<number>.", i))
		}
		if s.Does(PhoneOnce) && slices.Contains(phones, platform.Phone{Number: *number}) {
			return refuse(broken("phones[%d] is in the list already.", i))
		}
		phones = append(phones, platform.Phone{Number: *number})
	}
	return s.done(s.updateShop(req.shop.Record.ShopID, func(sh *shop) error {
		sh.Record.Phones = phones
		return nil
	}))
}

// updatePicture asks for a new profile image (interface 3.3; 4.4, rule 3). The
// image is fetched before the answer. The picture shown now stays until the
// new one is approved.
func (s *Sandbox) updatePicture(req *request) reply {
	address, f := req.text("pictureUrl")
	if f == nil {
		f = s.checkPictureURL(address)
	}
	if f == nil && req.shop.picture(platform.PicturePending) < 0 {
		s.copies.drop(address)
		_, f = s.fetchPicture(req.from.Context(), address)
	}
	if f != nil {
		return refuse(f)
	}
	return s.done(s.updateShop(req.shop.Record.ShopID, func(sh *shop) error {
		if sh.picture(platform.PicturePending) >= 0 {
			return fail(http.StatusOK, CodePicture, "An image is in status Pending Review. The duplicate request is rejected.")
		}
		sh.Asked = milli(s.now())
		sh.setPictures(platform.PictureEffective, platform.Picture{URL: address, Status: platform.PicturePending})
		return nil
	}))
}

// pictureEndings are what an image's URL ends with (interface 4.4, rule 3).
var pictureEndings = []string{".jpg", ".png", ".jpeg", ".webp"}

// checkPictureURL judges the form of the URL.
func (s *Sandbox) checkPictureURL(address string) *failure {
	u, err := url.Parse(address)
	if err != nil || !strings.HasPrefix(address, "http://") && !strings.HasPrefix(address, "https://") {
		return broken("pictureUrl must be a URL that starts with http:// or https://.")
	}
	if strings.Trim(u.Hostname(), ".") == "" || u.Path == "" || strings.ContainsFunc(address, unicode.IsSpace) {
		return broken("pictureUrl must be a URL with a host and a path that starts with http:// or https://.")
	}
	if s.Does(AnyEnding) {
		address = strings.ToLower(address)
	}
	if !slices.ContainsFunc(pictureEndings, func(end string) bool { return strings.HasSuffix(address, end) }) {
		return broken("pictureUrl must end with .jpg, .png, .jpeg or .webp.")
	}
	return nil
}

// rest suspends the shop until open reactivates it (interface 3.1). No
// condition is shown: repeating either succeeds.
func (s *Sandbox) rest(req *request) reply {
	return s.done(s.updateShop(req.shop.Record.ShopID, func(sh *shop) error {
		sh.Reopens = 0
		sh.setStatus(platform.ShopSuspended, resting)
		return nil
	}))
}

func (s *Sandbox) open(req *request) reply {
	return s.done(s.updateShop(req.shop.Record.ShopID, func(sh *shop) error {
		sh.Reopens = 0
		sh.setStatus(platform.ShopOperating, serving)
		return nil
	}))
}

// setStatus keeps the fields that tell the same thing in step.
func (sh *shop) setStatus(status platform.ShopStatus, rest platform.RestStatus) {
	sh.Record.Status = status
	sh.Record.AvailableForOrder = status == platform.ShopOperating
	sh.Record.DeliveryRest = rest
	sh.Record.PickupRest = rest
}
