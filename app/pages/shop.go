package pages

import (
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// ShopName is the shop's name, or its number when it isn't the operator's.
func ShopName(s *state.State, id int64) string {
	if shop, ok := s.Shop(id); ok {
		return state.DisplayName(shop)
	}
	return strconv.FormatInt(id, 10)
}

// ShopThere is a shop's name, with its place where shops of several zones meet: times beside it are the shop's own.
func ShopThere(s *state.State, id int64) string {
	name := text.Isolate(ShopName(s, id))
	if shop, ok := s.Shop(id); ok && s.ZonesMeet() {
		return text.Dots(name, text.Place(shop.Zone))
	}
	return name
}

// When is an instant on a shop's clock, with its place where shops of several zones meet. Of a shop that isn't known,
// it is [text.When].
func When(s *state.State, shopID, unixMS int64) string {
	zone, said, ok := wall(s, shopID)
	if !ok {
		return text.When(unixMS)
	}
	return text.Isolate(text.MomentIn(unixMS, zone, said))
}

// WhenIn is [When] for a shop whose instants follow.
func WhenIn(s *state.State, shopID int64) func(unixMS int64) string {
	return func(unixMS int64) string { return When(s, shopID, unixMS) }
}

// Clock is the time of an instant on a shop's clock, as [When] is: "14:30".
func Clock(s *state.State, shopID, unixMS int64) string {
	zone, said, ok := wall(s, shopID)
	if !ok {
		return text.Isolate(text.Clock(time.UnixMilli(unixMS)))
	}
	return text.Isolate(text.ClockIn(unixMS, zone, said))
}

// wall is a shop's clock, and its name where that is to be said.
func wall(s *state.State, shopID int64) (zone rules.Zone, said string, ok bool) {
	shop, _ := s.Shop(shopID)
	if s.ZonesMeet() {
		said = shop.Zone
	}
	zone, ok = state.ZoneOf(shop.Zone)
	return zone, said, ok
}

// FileZone is the zone by whose clock a file tells a shop's times, and its name. Of no shop, or one that isn't known,
// it is the zone of most shops; without that, UTC.
func FileZone(s *state.State, shopID int64) (zone rules.Zone, name string) {
	shop, _ := s.Shop(shopID)
	for _, name := range []string{shop.Zone, s.HomeZone()} {
		if zone, ok := state.ZoneOf(name); ok {
			return zone, name
		}
	}
	return nil, "UTC"
}

// ShopNames are what a search for one of some shops looks through: names and number.
func ShopNames(shop api.Shop) string {
	return shop.Name + "\n" + shop.EnName + "\n" + strconv.FormatInt(shop.ShopID, 10)
}

// ShopWords are what a search for shops looks through, one in a line: names,
// number, place, phones and who paused it. The names of its groups come beside.
func ShopWords(shop api.Shop, row api.RosterShop) string {
	words := append([]string{ShopNames(shop), shop.Zone}, row.Phones...)
	if row.Pause != nil {
		words = append(words, row.Pause.By)
	}
	return strings.Join(words, "\n")
}

// ShopItems are shops to pick from.
func ShopItems(shops []api.Shop) []components.PickerItem {
	items := make([]components.PickerItem, len(shops))
	for i, s := range shops {
		id := strconv.FormatInt(s.ShopID, 10)
		items[i] = components.PickerItem{ID: id, Name: strings.TrimSpace(state.DisplayName(s) + " " +
			state.OtherName(s)), Detail: id}
	}
	return items
}

// ShopPicker picks the shop of a page that is about one shop or about all. The page's address holds the choice, so that
// the rail and the bar follow.
func (d Deps) ShopPicker(id string, choose func(ctx app.Context, shop int64)) *components.Picker {
	chosen, value := text.T("nav.shops"), ""
	if shop, ok := d.State.Shop(d.Route.ShopID); ok {
		chosen, value = state.DisplayName(shop), strconv.FormatInt(shop.ShopID, 10)
	}
	return &components.Picker{
		ID: id, Label: text.T("nav.shop"), SearchLabel: text.T("shops.find"), EmptyText: text.T("switcher.none"),
		Text: chosen, Name: chosen, Value: value,
		Items: func() []components.PickerItem {
			shops, _ := d.State.Shops()
			return append([]components.PickerItem{{Name: text.T("nav.shops")}}, ShopItems(shops)...)
		},
		OnChoose: func(ctx app.Context, id string) {
			shop, _ := strconv.ParseInt(id, 10, 64) // "" is all of them
			choose(ctx, shop)
		},
	}
}

// ShopOptions are the operator's shops to choose from, after one in the words of all, unless these are "".
func ShopOptions(s *state.State, all string) (options []components.Option) {
	if all != "" {
		options = append(options, components.Option{Label: all})
	}
	shops, _ := s.Shops()
	for _, shop := range shops {
		options = append(options, components.Option{
			Value: strconv.FormatInt(shop.ShopID, 10), Label: state.DisplayName(shop),
		})
	}
	return options
}

// GroupLabel is a group's name, marked where the group is a tag.
func GroupLabel(g api.Group) string {
	if g.Tag {
		return text.T("shops.tag.label", g.Name)
	}
	return g.Name
}

// GroupName is the label of a group to choose among all. People of different shops may have given groups one name: such
// a group is told by a shop that no other of the name has, or else by how many shops it has.
func GroupName(s *state.State, all []api.Group, g api.Group) string {
	name, own, alike := GroupLabel(g), slices.Clone(g.Shops), false
	for _, other := range all {
		if other.ID != g.ID && strings.EqualFold(other.Name, g.Name) {
			alike = true
			own = slices.DeleteFunc(own, func(shop string) bool { return slices.Contains(other.Shops, shop) })
		}
	}
	if !alike {
		return name
	}
	by := text.N("shops.count", len(g.Shops))
	if len(own) > 0 {
		id, _ := ShopNumber(own[0])
		by = text.Isolate(ShopName(s, id))
	}
	return text.Dots(text.Isolate(name), by)
}

// ShopNumbers cuts a list of shop numbers, as people write and paste them, into
// its words.
func ShopNumbers(typed string) []string { return strings.FieldsFunc(typed, separates) }

// ShopTexts are shop numbers as they travel.
func ShopTexts(ids []int64) []string {
	list := make([]string, len(ids))
	for i, id := range ids {
		list[i] = strconv.FormatInt(id, 10)
	}
	return list
}

// ShopNumber reads one of them, also with digits of other scripts.
func ShopNumber(word string) (id int64, ok bool) {
	id, err := strconv.ParseInt(strings.Trim(rules.Plain(word), "\"' "), 10, 64)
	return id, err == nil && id > 0
}

func separates(r rune) bool {
	return unicode.IsSpace(r) || strings.ContainsRune(",;،؛、，；", r)
}

// StandingPill says whether a shop takes orders: "Taking orders until 22:00".
// ok is false while that is unknown.
func StandingPill(s state.Standing) (pill components.Pill, ok bool) {
	switch s.Kind {
	case state.StandingOpen:
		return components.Pill{Tone: components.ToneOK, Text: text.T("status.open"), Num: when(s)}, true
	case state.StandingAlways:
		return components.Pill{Tone: components.ToneOK, Text: text.T("status.always")}, true
	case state.StandingClosed:
		return components.Pill{Text: text.T("status.closed"), Num: when(s)}, true
	case state.StandingNever:
		return components.Pill{Text: text.T("status.never")}, true
	case state.StandingRest:
		if s.At != 0 {
			return components.Pill{Tone: components.ToneWarn, Text: text.T("status.rest.until"), Num: when(s)}, true
		}
		return components.Pill{Tone: components.ToneWarn, Text: text.T("standing.paused")}, true
	case state.StandingPausing:
		return components.Pill{Tone: components.ToneWarn, Text: text.T("status.pausing")}, true
	case state.StandingBack:
		return components.Pill{Tone: components.ToneWarn, Text: text.T("status.back")}, true
	case state.StandingRefused:
		return components.Pill{Tone: components.ToneBad, Text: text.T("status.refused")}, true
	case state.StandingUnknown:
	}
	return components.Pill{}, false
}

// StandingWord is the same in a word, for lists: "Open".
func StandingWord(s state.Standing) string {
	switch s.Kind {
	case state.StandingOpen, state.StandingAlways:
		return StandingName(api.StandingOpen)
	case state.StandingClosed, state.StandingNever:
		return StandingName(api.StandingClosed)
	case state.StandingRest, state.StandingPausing, state.StandingBack:
		return StandingName(api.StandingPaused)
	case state.StandingRefused:
		return StandingName(api.StandingSuspended)
	case state.StandingUnknown:
	}
	return ""
}

// StandingName is how a shop stands in a word, as the server's lists have it. One
// that this program doesn't know is shown as it is.
func StandingName(s api.Standing) string {
	if key := "standing." + string(s); text.Has(key) {
		return text.T(key)
	}
	return string(s)
}

// StandingTone is the tone of a standing, wherever it is shown.
func StandingTone(s api.Standing) components.Tone {
	switch s {
	case api.StandingOpen:
		return components.ToneOK
	case api.StandingPaused:
		return components.ToneWarn
	case api.StandingSuspended, api.StandingNoAccess:
		return components.ToneBad
	case api.StandingClosed, api.StandingUnknown:
	}
	return components.ToneNeutral
}

// At is an instant on the shop's clock, as short as can be: "14:30" today,
// "Sat 11:00" less than a week ago or ahead, else with its date. Seconds are left out.
func At(unixMS, nowMS int64, zone rules.Zone) string {
	today, _ := rules.Local(nowMS, zone)
	date, seconds := rules.Local(unixMS, zone)
	seconds -= seconds % 60
	return when(state.Standing{Kind: state.StandingRest, Date: date, Seconds: seconds, Days: date.Days() - today.Days()})
}

// when is the time of the next change: the clock's alone when it comes within
// a day ("22:00", "02:00"), else with its day.
func when(s state.Standing) string {
	clock := rules.FormatClock(s.Seconds)
	switch {
	case s.Days == 0, s.Days == 1 && s.Kind == state.StandingOpen:
		return clock
	case -7 < s.Days && s.Days < 7:
		return text.ShortDay(s.Date.Weekday()) + " " + clock
	}
	return text.Date(s.Date, text.DateShort) + " " + clock
}

// PictureWords says what became of a picture.
func PictureWords(p platform.Picture) string {
	if p.Status == platform.PictureRejected && p.RejectReason != "" {
		return text.T("shop.picture.reason", p.RejectReason)
	}
	return text.Upper(CodeWords(api.KindPhoto, p.Extra, "status", int(p.Status)))
}

// CodeWords words a code of a record that kept extra: the member may be no number.
func CodeWords(kind api.CodeKind, extra platform.Extra, member string, code int) string {
	if raw := extra.Raw(member); code == 0 {
		return text.CodeOr(kind, code, raw)
	}
	return text.Code(kind, code)
}

// Picture shows one of the shop's pictures, and what became of it.
func (d Deps) Picture(p platform.Picture) app.HTMLLi {
	shop, _ := d.State.Shop(d.Route.ShopID)
	return app.Li().Body(&components.Picture{
		URL: p.URL, Alt: text.T("shop.picture.alt", state.DisplayName(shop)), Caption: PictureWords(p),
		Tone: pictureTone(p.Status), FailedText: PhotoFailed(p.URL),
	})
}

// pictureTone is the colour for it.
func pictureTone(s platform.PictureStatus) components.Tone {
	switch s {
	case platform.PictureEffective:
		return components.ToneOK
	case platform.PicturePending:
		return components.ToneWarn
	case platform.PictureRejected:
		return components.ToneBad
	}
	return components.ToneNeutral
}
