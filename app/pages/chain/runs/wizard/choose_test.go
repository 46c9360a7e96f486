package wizard

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

var some3 = []api.Shop{
	{ShopID: 100001, Name: "海港麵家・中環店", EnName: "Harbour Noodle Central", Zone: "Asia/Hong_Kong"},
	{ShopID: 100002, Name: "海港麵家・旺角店", EnName: "Harbour Noodle Mong Kok", Zone: "Asia/Hong_Kong"},
	{ShopID: 100025, Name: "مرسى دبي", EnName: "Dubai Marina", Zone: "Asia/Dubai"},
}

// A narrow screen cut the end off, where the number stood.
func TestDetailBeginsWithTheNumber(t *testing.T) {
	t.Parallel()
	for i, want := range []string{"100001 · 海港麵家・中環店", "100002 · 海港麵家・旺角店", "100025 · مرسى دبي"} {
		if got := text.Plain(detail(some3[i])); got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
}

func TestMatching(t *testing.T) {
	t.Parallel()
	l := newListing(some3, &api.Roster{
		Shops: []api.RosterShop{
			{ShopID: 100001, Standing: api.StandingOpen},
			{ShopID: 100002, Standing: api.StandingPaused, Phones: []string{"852-2777"}, Pause: &api.Pause{By: "Ann"},
				Groups: []string{"g"}},
			{ShopID: 100025, Standing: api.StandingOpen, Groups: []string{"g"}},
		},
		Groups: []api.Group{{ID: "g", Name: "Kowloon", Shops: []string{"100002", "100025"}}},
	})
	for _, tt := range []struct {
		f    filter
		want []int64
	}{
		{filter{}, []int64{100001, 100002, 100025}},
		{filter{Query: "noodle MONG"}, []int64{100002}},
		{filter{Query: "中環"}, []int64{100001}},
		{filter{Query: "دبي"}, []int64{100025}},
		{filter{Query: "harbóur"}, []int64{100001, 100002}},
		{filter{Query: "١٠٠٠٢٥"}, []int64{100025}},
		{filter{Query: "hong kong"}, []int64{100001, 100002}},
		{filter{Query: "kowloon"}, []int64{100002, 100025}},
		{filter{Query: "kowloon marina"}, []int64{100025}},
		{filter{Query: "ann 2777"}, []int64{100002}},
		{filter{Group: "g"}, []int64{100002, 100025}},
		{filter{Group: "g", Standing: api.StandingOpen}, []int64{100025}},
		{filter{Only: true}, []int64{100001}},
		{filter{Query: "sushi"}, []int64{}},
		{filter{Group: "gone"}, []int64{}},
	} {
		if diff := cmp.Diff(tt.want, numbers(l.matching(tt.f, shopIDs{100001}))); diff != "" {
			t.Errorf("%+v (-want +got):\n%s", tt.f, diff)
		}
	}
	if diff := cmp.Diff([]api.Standing{api.StandingOpen, api.StandingPaused}, l.present()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

func TestOutlook(t *testing.T) {
	t.Parallel()
	o := &outlook{names: func(id int64) string {
		return map[int64]string{
			1: "central", 2: "tin hau", 3: "central pier",
		}[id]
	}}
	o.Shops = []api.PreviewShop{
		{ShopID: 1, Verdict: api.VerdictChanges, ReadAt: 50, Warnings: []api.Problem{{Code: "spill_overlap"}}},
		{ShopID: 2, Verdict: api.VerdictBroken, ReadAt: 20},
		{ShopID: 3, Verdict: api.VerdictUnknown}, {ShopID: 4, Verdict: api.VerdictDenied},
	}
	if diff := cmp.Diff(shopIDs{1, 3}, o.taking()); diff != "" || Oldest(&o.Preview) != 20 {
		t.Errorf("oldest %d (-want +got):\n%s", Oldest(&o.Preview), diff)
	}
	if n := len(o.matching("", "Céntral")); n != 2 {
		t.Errorf("%d match", n)
	}
	if got := o.matching(doubtful, ""); len(got) != 1 || got[0].ShopID != 1 || o.counts()[doubtful] != 1 {
		t.Errorf("doubtful %v", got)
	}
	if n := len(o.matching(api.VerdictBroken, "central")); n != 0 {
		t.Errorf("%d match", n)
	}
	o.drop(3)
	if diff := cmp.Diff(shopIDs{1}, o.taking()); diff != "" || o.counts()[api.VerdictUnknown] != 0 {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What a source has is taken over part by part.
func TestSource(t *testing.T) {
	t.Parallel()
	change := whole()
	s := source{
		Shop: 7,
		Has:  api.TemplateParts{Week: change.Week, Dates: change.Dates, Phones: change.Phones, Picture: change.Picture},
	}
	s.all()
	if diff := cmp.Diff([]part{partWeek, partDates, partPhones, partPhoto}, s.offers()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
	s.Picked[partWeek] = false
	if diff := cmp.Diff(api.Change{FromShop: 7, Replace: true, Dates: change.Dates, Phones: change.Phones,
		Picture: change.Picture}, s.change()); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}
