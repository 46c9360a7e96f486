package wizard

import (
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// filter chooses among the shops that are listed.
type filter struct {
	Query    string
	Group    string // its id, "" for all
	Standing api.Standing
	Only     bool // those that are chosen
}

// listing is the shops that can be chosen, with what is known of each.
type listing struct {
	shops     []api.Shop
	standings map[int64]api.Standing
	groups    []api.Group
	hay       map[int64]string // what is searched, by shop, folded
}

// newListing prepares the shops for searching; the roster may be nil.
func newListing(shops []api.Shop, roster *api.Roster) listing {
	if roster == nil {
		roster = new(api.Roster)
	}
	l := listing{
		shops: shops, standings: map[int64]api.Standing{}, groups: roster.Groups, hay: make(map[int64]string, len(shops)),
	}
	rows := map[int64]api.RosterShop{}
	for _, row := range roster.Shops {
		rows[row.ShopID] = row
		l.standings[row.ShopID] = row.Standing
	}
	for _, s := range shops {
		l.hay[s.ShopID] = pages.ShopWords(s, rows[s.ShopID])
	}
	for _, g := range l.groups {
		for id := range l.inGroup(g.ID) {
			l.hay[id] += "\n" + g.Name
		}
	}
	texts := make([]string, len(shops))
	for i, s := range shops {
		texts[i] = l.hay[s.ShopID]
	}
	for i, folded := range components.FoldAll(texts) {
		l.hay[shops[i].ShopID] = folded
	}
	return l
}

// matching are the shops that a filter leaves, in their order.
func (l listing) matching(f filter, chosen shopIDs) []api.Shop {
	words := strings.Fields(components.Fold(f.Query))
	var inGroup, picked map[int64]bool
	if f.Group != "" {
		inGroup = l.inGroup(f.Group)
	}
	if f.Only {
		picked = chosen.set()
	}
	var found []api.Shop
	for _, s := range l.shops {
		switch {
		case inGroup != nil && !inGroup[s.ShopID],
			picked != nil && !picked[s.ShopID],
			f.Standing != "" && l.standings[s.ShopID] != f.Standing,
			!components.HoldsAll(l.hay[s.ShopID], words):
			continue
		}
		found = append(found, s)
	}
	return found
}

func (l listing) inGroup(id string) map[int64]bool {
	in := map[int64]bool{}
	for _, g := range l.groups {
		if g.ID == id {
			for _, text := range g.Shops {
				if id, ok := pages.ShopNumber(text); ok {
					in[id] = true
				}
			}
		}
	}
	return in
}

// present are the standings that there are, in the order in which they are told.
func (l listing) present() []api.Standing {
	var list []api.Standing
	for _, s := range []api.Standing{
		api.StandingOpen, api.StandingClosed, api.StandingPaused, api.StandingSuspended, api.StandingNoAccess,
		api.StandingUnknown,
	} {
		for _, is := range l.standings {
			if is == s {
				list = append(list, s)
				break
			}
		}
	}
	return list
}

// numbers are the shops' ids.
func numbers(shops []api.Shop) []int64 {
	ids := make([]int64, len(shops))
	for i, s := range shops {
		ids[i] = s.ShopID
	}
	return ids
}

// detail is the second line of a shop: its other name and its number.
func detail(s api.Shop) string {
	words := strconv.FormatInt(s.ShopID, 10)
	if other := state.OtherName(s); other != "" {
		words = other + " · " + words
	}
	return words
}
