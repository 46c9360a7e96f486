package parts

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// What a shop has: dates that are over are left out, the picture shown
// counts and not the one in review.
func TestPartsOfAShop(t *testing.T) {
	t.Parallel()
	hongKong := rules.Fixed(8 * 3600)
	today := rules.Date{Year: 2026, Month: 11, Day: 20}
	entry := func(first, last rules.Date) platform.SpecialDate {
		start, end := rules.SpecialRange(first, last, platform.AnchorShop, hongKong)
		return platform.SpecialDate{StartDate: start, EndDate: end, BusinessHour: []platform.Period{{}}}
	}
	christmas := rules.Date{Year: 2026, Month: 12, Day: 25}
	shop := &platform.Shop{
		Phones: []platform.Phone{{Number: "852-25460101"}},
		MainPictures: []platform.Picture{
			{URL: "https://a.example/new.jpg", Status: platform.PicturePending},
			{URL: "https://a.example/x.jpg", Status: platform.PictureEffective},
		},
	}
	week := platform.Week{Fri: []platform.Period{
		{StartTime: 18 * 3600, EndTime: 22 * 3600}, {StartTime: 11 * 3600, EndTime: 15 * 3600},
	}}
	at := calendar{anchor: platform.AnchorShop, zone: hongKong, now: rules.Instant(today, 0, hongKong)}
	has := at.parts(shop, week, []platform.SpecialDate{entry(today.AddDays(-9), today.AddDays(-8)),
		entry(christmas, christmas)},
		[]api.DateName{{First: "2026-12-25", Last: "2026-12-25", Name: "Christmas"}})
	closed := []api.Shift{{0, 0}}
	want := api.TemplateParts{
		Week: &[7][]api.Shift{
			closed, closed, closed, closed, {{11 * 3600, 15 * 3600}, {18 * 3600, 22 * 3600}}, closed, closed,
		},
		Dates: []api.ChangeDate{{
			ChangeRange: api.ChangeRange{From: "2026-12-25", To: "2026-12-25"}, Shifts: closed, Name: "Christmas",
		}},
		Phones:  []string{"852-25460101"},
		Picture: "https://a.example/x.jpg",
	}
	if diff := cmp.Diff(want, has); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// A photo whose state isn't known counts as shown, as on the server.
func TestPhotoOfAnUnknownStateIsAPart(t *testing.T) {
	t.Parallel()
	shop := &platform.Shop{MainPictures: []platform.Picture{
		{URL: "https://a.example/no.jpg", Status: platform.PictureRejected}, {URL: "https://a.example/bare.jpg"},
		{URL: "https://a.example/other.jpg", Status: 703},
	}}
	has := calendar{zone: rules.Fixed(0)}.parts(shop, platform.Week{}, nil, nil)
	if has.Picture != "https://a.example/bare.jpg" {
		t.Errorf("%q", has.Picture)
	}
}

func TestOnly(t *testing.T) {
	t.Parallel()
	all := api.TemplateParts{
		Week: &[7][]api.Shift{}, Dates: []api.ChangeDate{{}}, Phones: []string{"852-25460101"},
		Picture: "https://a.example/x.jpg",
	}
	for i, part := range Of(all) {
		one := Only(all, func(p api.Part) bool { return p == part })
		if diff := cmp.Diff([]api.Part{part}, Of(one)); diff != "" {
			t.Errorf("%d: %s", i, diff)
		}
	}
	if got := Of(Only(all, func(api.Part) bool { return false })); got != nil {
		t.Errorf("%v", got)
	}
}
