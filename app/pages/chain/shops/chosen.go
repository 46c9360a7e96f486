package shops

import (
	"maps"
	"slices"

	"github.com/shopdesk/shopdesk/internal/api"
)

// chosen is which shops are ticked, whether or not the list shows them now.
type chosen struct {
	ids    map[int64]bool
	anchor int64 // the last one that was ticked or unticked: a range begins there
	kept   func(ids map[int64]bool)
}

// toggle ticks or unticks one.
func (c *chosen) toggle(id int64) {
	c.set([]int64{id}, !c.ids[id])
	c.anchor = id
}

// set ticks or unticks several.
func (c *chosen) set(ids []int64, on bool) {
	next := maps.Clone(c.ids)
	if next == nil {
		next = map[int64]bool{}
	}
	for _, id := range ids {
		if on {
			next[id] = true
		} else {
			delete(next, id)
		}
	}
	c.ids = next
	if c.kept != nil {
		c.kept(next)
	}
}

// none unticks all.
func (c *chosen) none() {
	c.set(slices.Collect(maps.Keys(c.ids)), false)
	c.anchor = 0
}

// keep unticks those that aren't among the shops any more.
func (c *chosen) keep(shops []api.Shop) {
	there := map[int64]bool{}
	for _, shop := range shops {
		there[shop.ShopID] = c.ids[shop.ShopID]
	}
	gone := slices.DeleteFunc(slices.Collect(maps.Keys(c.ids)), func(id int64) bool { return there[id] })
	if len(gone) > 0 {
		c.set(gone, false)
	}
}

// through does to all from the last one to this one what was done to the last
// one, in the order in which they are listed.
func (c *chosen) through(id int64, listed []int64) {
	from, to := slices.Index(listed, c.anchor), slices.Index(listed, id)
	if from < 0 || to < 0 {
		c.toggle(id)
		return
	}
	c.set(listed[min(from, to):max(from, to)+1], c.ids[c.anchor])
}

// among counts how many of these are ticked.
func (c *chosen) among(ids []int64) (count int) {
	for _, id := range ids {
		if c.ids[id] {
			count++
		}
	}
	return count
}
