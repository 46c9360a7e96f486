package shops

import (
	"cmp"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// column is what the list says of each shop, beside its name.
type column string

// The columns, as they are written into views and as the words' keys end.
const (
	colName    column = ""
	colStatus  column = "status"
	colPlace   column = "place"
	colToday   column = "today"
	colNext    column = "next"
	colPause   column = "pause"
	colDiffer  column = "differ"
	colGroups  column = "groups"
	colPhoto   column = "photo"
	colPhones  column = "phones"
	colAccess  column = "access"
	colNumber  column = "number"
	colReadAt  column = "read"
	minColumns        = 1
)

// columns lists those that can be chosen, in the order in which they stand: the place is beside the times that are its.
var columns = []column{
	colStatus, colPlace, colToday, colNext, colPause, colDiffer, colGroups, colPhoto, colPhones, colAccess, colNumber,
	colReadAt,
}

// usual are the columns of who has chosen none. What nobody uses yet has none. Shops in several zones have their
// places, since each shop's times are its own.
func (t *table) usual() []column {
	list := []column{colStatus}
	if t.meet {
		list = append(list, colPlace)
	}
	list = append(list, colToday, colNext)
	if len(t.templates) > 0 {
		list = append(list, colDiffer)
	}
	if len(t.groups) > 0 {
		list = append(list, colGroups)
	}
	return append(list, colPhoto)
}

// shown are the columns of a look, in their order.
func (t *table) shown(k look) []column {
	if len(k.Columns) < minColumns {
		return t.usual()
	}
	return k.Columns
}

// toggled shows or hides a column; the last one stays.
func toggled(shown []column, c column, on bool) []column {
	var list []column
	for _, other := range columns {
		if other == c && on || other != c && slices.Contains(shown, other) {
			list = append(list, other)
		}
	}
	if len(list) < minColumns {
		return shown
	}
	return list
}

// titleKey is the key of the column's heading.
func (c column) titleKey() string {
	if c == colName {
		return "nav.shop"
	}
	return "shops.col." + string(c)
}

// title is the column's heading.
func (c column) title() string { return text.T(c.titleKey()) }

// order of the standings: what needs somebody comes first.
var order = []api.Standing{
	api.StandingNoAccess, api.StandingSuspended, api.StandingPaused, api.StandingUnknown, api.StandingClosed,
	api.StandingOpen,
}

// sort puts the positions into the look's order. Lines that are alike stay in
// the order of their names, and those that say nothing come last.
func (t table) sort(list []int, k look) {
	if k.Sort == colName {
		if k.Down {
			slices.Reverse(list)
		}
		return
	}
	keys := make([]key, len(t.entries))
	for _, i := range list {
		keys[i] = t.entries[i].key(k.Sort)
	}
	slices.SortStableFunc(list, func(a, b int) int {
		x, y := keys[a], keys[b]
		switch {
		case x.none && !y.none:
			return 1
		case y.none && !x.none:
			return -1
		case k.Down:
			x, y = y, x
		}
		return cmp.Or(cmp.Compare(x.number, y.number), strings.Compare(x.words, y.words))
	})
}

// key is what an entry is sorted by.
type key struct {
	none   bool
	number int64
	words  string
}

func (e *entry) key(c column) key {
	r := &e.row
	switch c {
	case colStatus:
		return key{number: int64(slices.Index(order, r.Standing))}
	case colToday:
		if len(r.Today) == 0 {
			return key{none: true}
		}
		return key{number: int64(r.Today[0][0])*200_000 + int64(r.Today[len(r.Today)-1][1])}
	case colNext:
		if r.Next == nil {
			return key{none: true}
		}
		return key{words: r.Next.From + r.Next.To}
	case colPause:
		if r.Pause == nil {
			return key{none: true}
		}
		return key{words: strings.ToLower(r.Pause.By)}
	case colDiffer:
		return key{none: len(r.Drift) == 0, number: -int64(e.differ)}
	case colGroups:
		return key{none: len(e.groups) == 0, words: strings.ToLower(e.groupNames())}
	case colPhoto:
		return key{
			none: r.Photo == "",
			number: int64(slices.Index(
				[]api.PhotoState{api.PhotoRejected, api.PhotoNone, api.PhotoReview, api.PhotoShown}, r.Photo,
			)),
		}
	case colPhones:
		return key{none: len(r.Phones) == 0, words: strings.Join(r.Phones, " ")}
	case colAccess:
		return key{number: accessRank(r)}
	case colPlace:
		return key{words: text.Place(e.shop.Zone)}
	case colNumber:
		return key{number: e.shop.ShopID}
	case colReadAt:
		return key{none: r.ReadAt == 0, number: r.ReadAt}
	case colName:
	}
	return key{}
}

// accessWell is the rank of a shop whose connection nothing is wrong with.
const accessWell = 3

// accessRank puts the worst first.
func accessRank(r *api.RosterShop) int64 {
	switch {
	case r.Access.State == api.ConnectionSignIn:
		return 0
	case r.Failure != "":
		return 1
	case r.Access.State != "":
		return 2
	}
	return accessWell
}

func (e *entry) groupNames() string { return text.Commas(pages.Words(e.groups, pages.GroupLabel)) }
