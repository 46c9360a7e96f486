package sandbox

import (
	"fmt"

	"github.com/shopdesk/shopdesk/platform"
)

// seedShop is a line of the seed.
type seedShop struct {
	brand            brand
	name, enName     string // of the place; the brand's name comes before it
	address, english string
	lon, lat         float64
	phones           []string
	week             platform.Week
}

// withShops gives st the shops that it lacks, once the variants that it chose are
// played. The caller holds the lock.
func (s *Sandbox) withShops(st state) state {
	if st.Listing != nil && st.Variants == nil && *st.Listing == platform.ListActive {
		st.Variants = &[]Variant{ActiveDates}
	}
	st.Listing = nil
	s.chosen.Store(st.Variants)
	shopDates := s.Does(ShopDates)
	if st.ShopDates != nil && *st.ShopDates != shopDates {
		st.reanchor(*st.ShopDates)
	}
	st.ShopDates = &shopDates
	count := either(s.Shops, len(seed))
	for at := len(st.Shops); at < count; at++ {
		sh := seeded(at)
		s.tell(sh, at)
		st.Shops = append(st.Shops, sh)
	}
	return st
}

// seeded makes the shop at that position of the seed, or one like it further
// on.
func seeded(at int) *shop {
	line := seedAt(at)
	id := int64(FirstShopID + at)
	sh := &shop{
		Zone:       line.brand.zone,
		Authorised: true,
		Week:       line.week,
		Special:    []platform.SpecialDate{},
		Record: platform.Shop{
			ShopID: id,
			Name:   line.brand.name + line.brand.between + line.name,
			EnName: line.brand.enName + " " + line.enName,
			MainPictures: []platform.Picture{{URL: fmt.Sprintf("/sandbox/pictures/%d.jpg", id),
				Status: platform.PictureEffective}},
			LogoURL:           "/sandbox/pictures/logo-" + line.brand.key + ".png",
			Address:           line.address,
			EnAddress:         line.english,
			Longitude:         line.lon,
			Latitude:          line.lat,
			PrimaryCategories: line.brand.primary,
			SupportCategories: line.brand.support,
		},
	}
	for _, number := range line.phones {
		sh.Record.Phones = append(sh.Record.Phones, platform.Phone{Number: number})
	}
	sh.setStatus(platform.ShopOperating, serving)
	return sh
}

// tell gives some shops of the seed a story. Its dates count from the day of
// the seeding, so that they always lie ahead.
func (s *Sandbox) tell(sh *shop, at int) {
	if at >= len(seed) {
		s.tellMany(sh, at)
		return
	}
	switch at {
	case 2: // a holiday of three days
		sh.Special = append(sh.Special, s.inDays(sh, 10, 3, platform.Period{}))
	case 4: // shorter hours today
		sh.Special = append(sh.Special, s.inDays(sh, 0, 1, hours(12, 20)))
	case 6: // closed for the staff's outing, then a long night
		sh.Special = append(sh.Special,
			s.inDays(sh, 4, 1, platform.Period{}),
			s.inDays(sh, 12, 2, hours(11, 15), hours(17, 4)))
	case 8:
		sh.setStatus(platform.ShopSuspended, resting)
	case 10:
		review(sh, platform.PicturePending, "")
	case 12:
		review(sh, platform.PictureRejected, "The picture shows text. Use a photo of the food or the shop.")
	case 14:
		sh.Record.PickupRest = resting
	case 24:
		sh.Special = append(sh.Special, s.inDays(sh, 20, 4, hours(18, 3)))
	}
}

// review adds a picture that is being looked at, or was.
func review(sh *shop, status platform.PictureStatus, reason string) {
	sh.setPictures(platform.PictureEffective, platform.Picture{
		URL:    fmt.Sprintf("/sandbox/pictures/%d-new.png", sh.Record.ShopID),
		Status: status, RejectReason: reason,
	})
}

// inDays is an entry of that many days that begins so many days after today,
// by the shop's calendar. The caller holds the lock.
func (s *Sandbox) inDays(sh *shop, after, days int, periods ...platform.Period) platform.SpecialDate {
	zone := location(sh.Zone)
	anchor := s.anchor(zone)
	year, month, day := s.now().In(zone).Date()
	return platform.SpecialDate{
		StartDate:    midnight(year, month, day+after, anchor).UnixMilli(),
		EndDate:      midnight(year, month, day+after+days, anchor).UnixMilli() - 1,
		BusinessHour: periods,
	}
}
