package overview

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

func TestPosition(t *testing.T) {
	t.Parallel()
	saoPaulo := rules.Fixed(-3 * hour)
	for _, tt := range []struct {
		name     string
		lat, lon float64
		zone     rules.Zone
		want     position
	}{
		{"Central", 22.2829, 114.1551, hongKong, position{Text: "22.28290° N, 114.15510° E", Plain: "22.28290, 114.15510",
			X: "588.3", Y: "135.4"}},
		{"Liberdade", -23.5585, -46.6354, saoPaulo, position{Text: "23.55850° S, 46.63540° W", Plain: "-23.55850, -46.63540",
			X: "266.7", Y: "227.1"}},
		{"the minus is missing", -23.5585, 46.6354, saoPaulo,
			position{Text: "23.55850° S, 46.63540° E", Plain: "-23.55850, 46.63540", X: "453.3", Y: "227.1",
				Doubt: "shop.place.zone", Tone: components.ToneWarn}},
		{"the wrong way round", 114.1551, 22.2829, hongKong,
			position{Text: "114.15510° N, 22.28290° E", Plain: "114.15510, 22.28290",
				Doubt: "shop.place.nowhere", Tone: components.ToneBad}},
		{"an unknown zone", 22.2829, 114.1551, nil, position{Text: "22.28290° N, 114.15510° E", Plain: "22.28290, 114.15510",
			X: "588.3", Y: "135.4"}},
		{"beyond the date line", -17, -179.5, rules.Fixed(12 * hour),
			position{Text: "17.00000° S, 179.50000° W", Plain: "-17.00000, -179.50000", X: "1.0", Y: "214.0"}},
	} {
		got, ok := positionOf(&platform.Shop{Latitude: tt.lat, Longitude: tt.lon}, tt.zone, 0)
		got.Link = ""
		if diff := cmp.Diff(tt.want, got); diff != "" || !ok {
			t.Errorf("%s: %s", tt.name, diff)
		}
	}
	if _, ok := positionOf(&platform.Shop{}, nil, 0); ok {
		t.Error("a shop without coordinates is somewhere")
	}
}

func TestUnknownMembers(t *testing.T) {
	t.Parallel()
	got := unknown(&platform.Shop{Extra: `"rank":{"a":[1,2]},"grade":"A"`,
		MainPictures:      []platform.Picture{{Extra: `"id":9007199254740993`}},
		PrimaryCategories: []platform.Category{{Extra: `"icon":null`}}})
	want := []member{{"grade", `"A"`}, {"rank", `{"a":[1,2]}`}, {"mainPictures.id", "9007199254740993"},
		{"primaryCategoryList.icon", "null"}}
	if diff := cmp.Diff(want, got, cmp.AllowUnexported(member{})); diff != "" {
		t.Error(diff)
	}
}
