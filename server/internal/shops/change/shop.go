package change

import (
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// phones replaces the contact phones (interface 4.4, rule 4).
func (m Planner) phones(p *Plan, f ShopFacts, phones []platform.Phone) {
	has := []platform.Phone{}
	if f.Record != nil {
		has = f.Record.Phones
	}
	before, after := platform.PhoneTexts(has), platform.PhoneTexts(phones)
	p.missing = p.missing || f.Record == nil
	if f.Record != nil && slices.Equal(before, after) {
		return
	}
	stands := rules.PhonesStand(has, phones) // phones that the shop has stay as they are
	found := slices.DeleteFunc(rules.Phones(phones), stands)
	if len(rules.Refusals(found)) == 0 {
		found = append(found, slices.DeleteFunc(m.Possible.Impossible(phones), stands)...)
	}
	p.judge(rules.Prefixed("phones", found))
	if f.Record == nil {
		return
	}
	p.add(Call{
		Part:        api.PartPhones,
		Request:     platform.ContactUpdate{ShopID: f.Shop.ShopID, Phones: phones},
		Differences: []api.Difference{{Part: api.PartPhones, Before: before, After: after}},
	})
}

// picture asks for another photo, which is reviewed before customers see it. The platform takes no other photo during
// a review (interface 3.3).
func (p *Plan) picture(f ShopFacts, wanted string) {
	p.judge(rules.Prefixed("picture", rules.PictureURL(wanted)))
	if f.Record == nil {
		p.missing = true
		return
	}
	shown, pending := pictures(f.Record, wanted)
	switch {
	case pending == wanted, pending == "" && shown == wanted:
		return
	case pending != "":
		p.Problems.Add("picture", api.ProblemPictureReview)
	}
	before := []string{}
	if shown != "" {
		before = append(before, shown)
	}
	p.add(Call{
		Part:        api.PartPicture,
		Request:     platform.PictureUpdate{ShopID: f.Shop.ShopID, PictureURL: wanted},
		Differences: []api.Difference{{Part: api.PartPicture, Before: before, After: []string{wanted}}},
	})
}

// pictures returns the photo that customers see and the photo in review. A photo that is wanted, and whose state isn't
// known, may be in review: it isn't sent again.
func pictures(record *platform.Shop, wanted string) (shown, pending string) {
	for _, p := range record.MainPictures {
		if p.Status == platform.PicturePending ||
			p.URL == wanted && p.Status != platform.PictureEffective && p.Status != platform.PictureRejected {
			pending = p.URL
		}
	}
	return rules.PictureInEffect(record.MainPictures), pending
}
