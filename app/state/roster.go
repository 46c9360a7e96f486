package state

import (
	"encoding/json"
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
)

// roster is what our own records know of all shops.
type roster struct {
	list   *api.Roster
	at     map[int64]int // positions in list.Shops
	fresh  bool          // list is an answer of this visit
	looked bool          // for what an earlier visit left
}

// Roster is what our own records know of the operator's shops, nil before
// anything was read. Fresh reports whether it is an answer of this visit. What
// it points to is never changed: another one takes its place.
func (s *State) Roster() (list *api.Roster, fresh bool) {
	if r := &s.roster; !r.looked {
		r.looked = true
		kept := new(api.Roster)
		if s.read(s.own(keyRoster), kept) {
			r.list = kept
			r.index()
		}
	}
	return s.roster.list, s.roster.fresh
}

// SetRoster takes the server's answer. [State.KeepRoster] keeps it for the next
// visit.
func (s *State) SetRoster(list *api.Roster) {
	s.roster = roster{list: list, fresh: true, looked: true}
	s.roster.index()
	s.revision++
}

// KeepRoster keeps the list for the next visit. That takes a moment, when there
// are thousands of shops: do it when nobody waits.
func (s *State) KeepRoster() {
	if s.roster.list != nil {
		_ = s.cache(keyRoster, s.roster.list)
	}
}

// PutRosterShops takes what an event has just said of some shops, which isn't their drift. A shop that was added
// meanwhile is listed from then on.
func (s *State) PutRosterShops(rows []api.RosterShop) {
	if len(rows) == 0 {
		return
	}
	s.changeRoster(func(next *api.Roster) {
		next.Shops = slices.Clone(next.Shops)
		for _, row := range rows {
			if at, listed := s.roster.at[row.ShopID]; listed {
				row.Drift = next.Shops[at].Drift
				next.Shops[at] = row
				continue
			}
			s.roster.at[row.ShopID] = len(next.Shops)
			next.Shops = append(next.Shops, row)
		}
	})
}

// SetGroup takes a group as the server has answered it, or takes it away.
func (s *State) SetGroup(changed api.GroupChanged) {
	s.changeRoster(func(next *api.Roster) {
		id := changed.Group.ID
		next.Groups = slices.DeleteFunc(slices.Clone(next.Groups), func(g api.Group) bool { return g.ID == id })
		in := map[string]bool{}
		if !changed.Gone {
			next.Groups = append(next.Groups, changed.Group)
			for _, shop := range changed.Group.Shops {
				in[shop] = true
			}
		}
		next.Shops = slices.Clone(next.Shops)
		for i, row := range next.Shops {
			was, is := slices.Contains(row.Groups, id), in[strconv.FormatInt(row.ShopID, 10)]
			switch {
			case was && !is:
				next.Shops[i].Groups = slices.DeleteFunc(slices.Clone(row.Groups), func(g string) bool { return g == id })
			case is && !was:
				next.Shops[i].Groups = append(slices.Clone(row.Groups), id)
			}
		}
	})
}

// SetViews takes the operator's views as the server has answered them.
func (s *State) SetViews(views []api.View) {
	s.changeRoster(func(next *api.Roster) { next.Views = views })
}

// changeRoster puts a changed copy in the list's place, which the server has no name for.
func (s *State) changeRoster(change func(next *api.Roster)) {
	if s.roster.list == nil {
		return
	}
	next := *s.roster.list
	next.Tag = ""
	change(&next)
	s.roster.list = &next
	s.revision++
}

func (r *roster) index() {
	r.at = make(map[int64]int, len(r.list.Shops))
	for i, row := range r.list.Shops {
		r.at[row.ShopID] = i
	}
}

// ShopsView is how the list of shops was looked at last on this device, as the
// page writes it.
func (s *State) ShopsView() (view string) {
	s.read(s.own(keyShopsView), &view)
	return view
}

// SetShopsView keeps it.
func (s *State) SetShopsView(view string) { _ = s.write(s.own(keyShopsView), view) }

// TickedShops are the shops that were ticked last in the list of all shops in this tab.
func (s *State) TickedShops() (ids map[int64]bool) {
	kept, _ := s.tab.Get(s.own(keyTicked))
	_ = json.Unmarshal([]byte(kept), &ids) // what can't be read is none
	return ids
}

// SetTickedShops keeps them.
func (s *State) SetTickedShops(ids map[int64]bool) {
	if data, err := json.Marshal(ids); err == nil {
		_ = s.tab.Set(s.own(keyTicked), string(data))
	}
}
