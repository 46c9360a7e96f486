package shops

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// entry is a shop with what is known of it, ready to be searched.
type entry struct {
	shop   api.Shop
	row    api.RosterShop // Standing is unknown for one that the roster lacks
	hay    string         // what a search looks through, folded
	groups []api.Group    // those that the shop is in, tags among them
	alert  bool           // needs somebody's attention
	differ int            // differences from templates that nobody has accepted
}

// table is all entries, in the order of the shops' names.
type table struct {
	entries   []entry
	groups    []api.Group
	templates map[string]string // names by id
	views     []api.View
	meet      bool // the shops are in several zones
}

// newTable puts the shops and what is known of them together; the roster may
// be nil.
func newTable(shops []api.Shop, list *api.Roster) table {
	t := table{entries: make([]entry, len(shops)), templates: map[string]string{}}
	rows, groups := map[int64]*api.RosterShop{}, map[string]api.Group{}
	if list != nil {
		t.groups, t.views = slices.Clone(list.Groups), list.Views
		slices.SortStableFunc(t.groups, func(a, b api.Group) int {
			return strings.Compare(strings.ToLower(a.Name), strings.ToLower(b.Name))
		})
		for i := range list.Shops {
			rows[list.Shops[i].ShopID] = &list.Shops[i]
		}
		for _, g := range list.Groups {
			groups[g.ID] = g
		}
		for _, template := range list.Templates {
			t.templates[template.ID] = template.Name
		}
	}
	texts := make([]string, len(shops))
	for i, shop := range shops {
		e := entry{shop: shop, row: api.RosterShop{ShopID: shop.ShopID, Standing: api.StandingUnknown}}
		if row := rows[shop.ShopID]; row != nil {
			e.row = *row
		}
		words := pages.ShopWords(shop, e.row)
		for _, id := range e.row.Groups {
			if g, named := groups[id]; named {
				e.groups = append(e.groups, g)
				words += "\n" + g.Name
			}
		}
		texts[i] = words
		e.differ = differences(e.row.Drift)
		e.alert = needsAttention(e)
		t.entries[i] = e
	}
	for i, folded := range components.FoldAll(texts) {
		t.entries[i].hay = folded
	}
	return t
}

// differences counts those from templates that nobody has accepted.
func differences(drifts []api.Drift) (count int) {
	for _, d := range drifts {
		if !d.Accepted {
			count += len(d.Differences)
		}
	}
	return count
}

// needsAttention reports whether a shop is as nobody wants it to be.
func needsAttention(e entry) bool {
	r := e.row
	return r.Standing == api.StandingNoAccess || r.Standing == api.StandingSuspended ||
		r.Photo == api.PhotoRejected || r.Failure != "" || r.Access.State != "" ||
		r.Pause != nil && (r.Pause.State == api.PauseLeft || r.Pause.Trouble)
}

// Ways to narrow the list down besides standing and group.
const (
	onlyAlert   = "alert"
	onlyDiffer  = "differ"
	onlyPhoto   = "photo"   // no picture, rejected, or in review
	onlyDates   = "dates"   // a special date applies or is to come
	onlySpecial = "special" // a special date applies today
	onlyPhones  = "phones"  // no number to call
	onlyAccess  = "access"  // the platform can't be reached for it, or soon won't
)

var onlyAll = []string{onlyAlert, onlyDiffer, onlyAccess, onlyPhoto, onlyPhones, onlyDates, onlySpecial}

// look is how the list is looked at.
type look struct {
	Find     string
	Standing api.Standing
	Group    string // its id
	Only     string
	Sort     column // "" is by name
	Down     bool   // the other way round
	Columns  []column
}

// found lists the positions of the entries that fit, in the look's order.
func (t table) found(k look) []int {
	all := make([]int, len(t.entries))
	for i := range all {
		all[i] = i
	}
	list := t.within(all, k)
	t.sort(list, k)
	return list
}

// within is [table.found] among those found before, in their order: for a search
// that was typed further.
func (t table) within(before []int, k look) []int {
	words := strings.Fields(components.Fold(k.Find))
	list := make([]int, 0, len(before))
	for _, i := range before {
		if t.entries[i].fits(k, words) {
			list = append(list, i)
		}
	}
	return list
}

// narrows reports whether k leaves out more than before, and does nothing else.
func (k look) narrows(before look) bool {
	typed := k.Find
	k.Find, k.Columns = before.Find, before.Columns
	return before.Find != "" && strings.HasPrefix(typed, before.Find) && k.write() == before.write()
}

func (e *entry) fits(k look, words []string) bool {
	if k.Standing != "" && e.row.Standing != k.Standing {
		return false
	}
	if k.Group != "" && !slices.Contains(e.row.Groups, k.Group) {
		return false
	}
	return e.only(k.Only) && components.HoldsAll(e.hay, words)
}

func (e *entry) only(only string) bool {
	switch only {
	case onlyAlert:
		return e.alert
	case onlyDiffer:
		return e.differ > 0
	case onlyPhoto:
		return e.row.Photo != api.PhotoShown && e.row.Photo != ""
	case onlyDates:
		return e.row.Special || e.row.Next != nil
	case onlySpecial:
		return e.row.Special
	case onlyPhones:
		return len(e.row.Phones) == 0 && e.row.ReadAt != 0
	case onlyAccess:
		return accessRank(&e.row) < accessWell
	}
	return true
}

// counts are what the heading says.
type counts struct{ all, read, open, paused, alert int }

func (t table) counts() (c counts) {
	c.all = len(t.entries)
	for i := range t.entries {
		switch t.entries[i].row.Standing { //nolint:exhaustive // the others aren't counted
		case api.StandingOpen:
			c.open++
		case api.StandingPaused:
			c.paused++
		}
		if t.entries[i].row.ReadAt != 0 {
			c.read++
		}
		if t.entries[i].alert {
			c.alert++
		}
	}
	return c
}

// oldest is when the shop that was read longest ago was read, 0 while one was
// never.
func (t table) oldest() int64 {
	oldest := int64(0)
	for i := range t.entries {
		at := t.entries[i].row.ReadAt
		if at == 0 {
			return 0
		}
		if oldest == 0 || at < oldest {
			oldest = at
		}
	}
	return oldest
}

// until is when the hours change what the list says next, 0 for never.
func (t table) until() int64 {
	next := int64(0)
	for i := range t.entries {
		if at := t.entries[i].row.Until; at != 0 && (next == 0 || at < next) {
			next = at
		}
	}
	return next
}

// name is the shop's as operators read it.
func (e *entry) name() string { return state.DisplayName(e.shop) }

// day reads a date of the wire.
func day(text string) rules.Date {
	d, _ := rules.ParseDate(text)
	return d
}
