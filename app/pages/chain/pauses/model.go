package pauses

import (
	"slices"
	"strconv"
	"time"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/shop/pause"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

// Ids of the controls.
const (
	fieldDo     = "pauses-do"
	fieldEnd    = "pauses-end"
	fieldOf     = "pauses-of"
	fieldReason = "pauses-reason"
)

// What is done to the shops.
const (
	doPause  = "pause"
	doResume = "resume"
)

// everyShop is the choice of all shops on offer, beside the groups' ids.
const everyShop = "all"

// model is what has been chosen.
type model struct {
	do     string
	end    string
	reason api.PauseReason
	of     string // everyShop or a group, "" once single shops were ticked
	ticks  map[int64]bool
	remind bool
	find   string
	fault  string // that no shop is chosen
}

// modelOf starts with shops ticked, and no others: what can be done in more of them comes first.
func modelOf(s *state.State, ticked []int64) model {
	m := model{do: doPause, end: "30", remind: true, ticks: map[int64]bool{}}
	paused := 0
	for _, shop := range offered(s, doResume) {
		if slices.Contains(ticked, shop.ShopID) {
			paused++
		}
	}
	if paused*2 > len(ticked) {
		m.do = doResume
	}
	for _, shop := range m.offered(s) {
		if slices.Contains(ticked, shop.ShopID) {
			m.ticks[shop.ShopID] = true
		}
	}
	return m
}

// choose turns to pausing or resuming. All paused shops are ticked then: there are few.
func (m *model) choose(s *state.State, do string) {
	m.do, m.of, m.ticks, m.fault = do, "", map[int64]bool{}, ""
	if do == doResume {
		m.tick(s, everyShop)
	}
}

// offered are the shops in which it can be done.
func (m *model) offered(s *state.State) []api.Shop { return offered(s, m.do) }

func offered(s *state.State, do string) (list []api.Shop) {
	shops, _ := s.Shops()
	suspended := map[int64]bool{} // by the platform: a pause would change nothing
	if roster, _ := s.Roster(); roster != nil {
		for _, row := range roster.Shops {
			suspended[row.ShopID] = row.Standing == api.StandingSuspended
		}
	}
	for _, shop := range shops {
		p, paused := s.Pause(shop.ShopID)
		if paused && p.State == api.PauseLeft || paused != (do == doResume) || !paused && suspended[shop.ShopID] {
			continue
		}
		if s.May(shop.ShopID, platform.PermissionShopPause) {
			list = append(list, shop)
		}
	}
	return list
}

// unpausable counts those of the shops that aren't on offer, because they are paused already or suspended by the
// platform.
func unpausable(s *state.State, shops []int64, offer []api.Shop) (n int) {
	on := map[int64]bool{}
	for _, shop := range offer {
		on[shop.ShopID] = true
	}
	for _, id := range shops {
		if !on[id] && s.May(id, platform.PermissionShopPause) {
			n++
		}
	}
	return n
}

// groups are the choices of many shops at one tap.
func (m *model) groups(s *state.State) []components.Option {
	all := m.offered(s)
	choices := []components.Option{{Value: everyShop, Label: text.T("runs.verdict.all"), Num: text.Number(len(all))}}
	roster, _ := s.Roster()
	if roster == nil {
		return choices
	}
	for _, g := range roster.Groups {
		if n := len(within(all, g)); n > 0 {
			name := pages.GroupName(s, roster.Groups, g)
			choices = append(choices, components.Option{Value: g.ID, Label: name, Num: text.Number(n)})
		}
	}
	return choices
}

// within are the shops of a group.
func within(all []api.Shop, g api.Group) (list []api.Shop) {
	for _, shop := range all {
		if slices.Contains(g.Shops, strconv.FormatInt(shop.ShopID, 10)) {
			list = append(list, shop)
		}
	}
	return list
}

// tick chooses all shops or those of a group.
func (m *model) tick(s *state.State, of string) {
	list := m.offered(s)
	if roster, _ := s.Roster(); of != everyShop && roster != nil {
		for _, g := range roster.Groups {
			if g.ID == of {
				list = within(list, g)
			}
		}
	}
	m.of, m.ticks, m.fault = of, map[int64]bool{}, ""
	for _, shop := range list {
		m.ticks[shop.ShopID] = true
	}
}

// toggle ticks or unticks one shop.
func (m *model) toggle(id int64, on bool) {
	m.of, m.fault = "", ""
	if on {
		m.ticks[id] = true
		return
	}
	delete(m.ticks, id)
}

// chosen are the ticked shops that are still on offer, in their order.
func (m *model) chosen(s *state.State) (ids []int64) {
	for _, shop := range m.offered(s) {
		if m.ticks[shop.ShopID] {
			ids = append(ids, shop.ShopID)
		}
	}
	return ids
}

// reminds reports whether the pause lasts long enough for a reminder.
func (m *model) reminds() bool {
	return m.do == doPause && (m.end == pause.EndNotice || m.end == pause.EndOpening)
}

// run is the change as it is asked for; ok is false when no shop is chosen.
func (m *model) run(s *state.State, key string, now time.Time) (request api.StartRun, ok bool) {
	ids := m.chosen(s)
	if len(ids) == 0 {
		m.fault = text.T("runs.shops.need")
		return request, false
	}
	change, what := api.Change{Resume: true}, text.T("runs.part.resume")
	if m.do == doPause {
		change, what = api.Change{Pause: m.pausing(now)}, text.T("pause.title")
	}
	return api.StartRun{
		Key: key, Name: text.T("join.comma", what, text.N("shops.count", len(ids))),
		Shops: pages.ShopTexts(ids), Change: change,
	}, true
}

func (m *model) pausing(now time.Time) *api.ChangePause {
	p := &api.ChangePause{Reason: m.reason, Opening: m.end == pause.EndOpening}
	if at, minutes := pause.QuickEnd(m.end, now); minutes != 0 {
		p.Until, p.Minutes = at, minutes
	}
	return p
}

// why is by whom a shop is paused, "" for one that isn't.
func why(s *state.State, id int64) string {
	if p, paused := s.Pause(id); paused {
		return pause.By(p)
	}
	return ""
}

// title is the dialog's.
func (m *model) title() string {
	if m.do == doResume {
		return text.T("pauses.title.resume")
	}
	return text.T("pauses.title")
}

// label is the main button's.
func (m *model) label(n int) string {
	if m.do == doResume {
		return text.N("pauses.go.resume", n)
	}
	return text.N("pauses.go", n)
}

// May reports whether the operator may pause several shops.
func May(s *state.State) bool {
	shops, _ := s.Shops()
	n := 0
	for _, shop := range shops {
		if s.May(shop.ShopID, platform.PermissionShopPause) {
			n++
		}
	}
	return n > 1 && s.MayAnywhere(platform.Permission(api.MayViewActivity))
}
