package wizard

import (
	"slices"
	"strconv"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/app/text"
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
	shops  []api.Shop
	rows   map[int64]api.RosterShop
	groups []api.Group
	hay    map[int64]string // what is searched, by shop, folded
}

// newListing prepares the shops for searching; the roster may be nil.
func newListing(shops []api.Shop, roster *api.Roster) listing {
	if roster == nil {
		roster = new(api.Roster)
	}
	l := listing{
		shops: shops, rows: map[int64]api.RosterShop{}, groups: roster.Groups, hay: make(map[int64]string, len(shops)),
	}
	for _, row := range roster.Shops {
		l.rows[row.ShopID] = row
	}
	names := map[string]string{}
	for _, g := range l.groups {
		names[g.ID] = g.Name
	}
	texts := make([]string, len(shops))
	for i, s := range shops {
		row := l.rows[s.ShopID]
		texts[i] = pages.ShopWords(s, row)
		for _, id := range row.Groups {
			texts[i] += "\n" + names[id]
		}
	}
	for i, folded := range components.FoldAll(texts) {
		l.hay[shops[i].ShopID] = folded
	}
	return l
}

// matching are the shops that a filter leaves, in their order.
func (l listing) matching(f filter, chosen shopIDs) (found []api.Shop) {
	words, picked := strings.Fields(components.Fold(f.Query)), chosen.set()
	for _, s := range l.shops {
		row := l.rows[s.ShopID]
		switch {
		case f.Group != "" && !slices.Contains(row.Groups, f.Group),
			f.Only && !picked[s.ShopID],
			f.Standing != "" && row.Standing != f.Standing,
			!components.HoldsAll(l.hay[s.ShopID], words):
			continue
		}
		found = append(found, s)
	}
	return found
}

// present are the standings that there are, in the order in which they are told.
func (l listing) present() []api.Standing {
	there := map[api.Standing]bool{}
	for _, row := range l.rows {
		there[row.Standing] = true
	}
	return slices.DeleteFunc([]api.Standing{
		api.StandingOpen, api.StandingClosed, api.StandingPaused, api.StandingSuspended, api.StandingNoAccess,
		api.StandingUnknown,
	}, func(s api.Standing) bool { return !there[s] })
}

// numbers are the shops' ids.
func numbers(shops []api.Shop) []int64 {
	ids := make([]int64, len(shops))
	for i, s := range shops {
		ids[i] = s.ShopID
	}
	return ids
}

// detail is the second line of a shop: its number and its other name, whose end may be cut.
func detail(s api.Shop) string {
	words := text.LTR(strconv.FormatInt(s.ShopID, 10))
	if other := state.OtherName(s); other != "" {
		words = text.Dots(words, text.Isolate(other))
	}
	return words
}
