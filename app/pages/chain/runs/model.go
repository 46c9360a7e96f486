package runs

import (
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// watched is a run as it is followed: what was read, and what was heard since.
type watched struct {
	api.RunDetail
	at map[int64]int // of a shop, its place in Shops
}

func newWatched(r api.RunDetail) *watched {
	w := &watched{RunDetail: r, at: make(map[int64]int, len(r.Shops))}
	for i, s := range r.Shops {
		w.at[s.ShopID] = i
	}
	return w
}

// since is the run as it was read, with what was heard of its shops meanwhile: the answer may be older than the news.
func (w *watched) since(heard *watched) *watched {
	if heard == nil || heard.ID != w.ID {
		return w
	}
	for i, was := range w.Shops {
		if at, there := heard.at[was.ShopID]; there && heard.Shops[at].Version > was.Version {
			w.put(i, heard.Shops[at])
		}
	}
	return w
}

// hear takes news of the run. It reports whether the run has to be read anew:
// news of the whole run, or of a shop that wasn't there.
func (w *watched) hear(n api.RunNews) (anew bool) {
	if n.Run != w.ID {
		return false
	}
	if n.Shop != nil {
		i, there := w.at[n.Shop.ShopID]
		if !there {
			return true
		}
		if w.Shops[i].Version <= n.Shop.Version {
			w.put(i, *n.Shop)
		}
	}
	changed := n.Version > w.Version && n.State != w.State
	if n.Version > w.Version {
		w.Version, w.State = n.Version, n.State
	}
	return n.Shop == nil || changed
}

// put has a shop be as it was heard to be.
func (w *watched) put(i int, s api.RunShop) {
	w.count(w.Shops[i].State, -1)
	w.count(s.State, 1)
	w.Shops[i] = s
}

func (w *watched) count(s api.RunShopState, by int) {
	if n := counted(&w.Counts, s); n != nil {
		*n += by
	}
}

// counted is how many shops are in a state, nil for one that isn't counted.
func counted(c *api.RunCounts, s api.RunShopState) *int {
	return map[api.RunShopState]*int{
		api.RunShopWaiting: &c.Waiting, api.RunShopWorking: &c.Working, api.RunShopDone: &c.Done,
		api.RunShopUnchanged: &c.Unchanged, api.RunShopFailed: &c.Failed, api.RunShopLeft: &c.Left,
	}[s]
}

// in lists the shops in a state, "" for all, that a search leaves; names is what
// is searched.
func (w *watched) in(state api.RunShopState, query string, names func(int64) string) []api.RunShop {
	var of []api.RunShop
	for _, s := range w.Shops {
		if state == "" || s.State == state {
			of = append(of, s)
		}
	}
	return components.Holding(of, query, func(s api.RunShop) string { return names(s.ShopID) })
}

// states of a shop, those first that ask for something.
var states = [...]api.RunShopState{
	api.RunShopFailed, api.RunShopWorking, api.RunShopWaiting, api.RunShopDone, api.RunShopUnchanged, api.RunShopLeft,
}

// milestone is a step of the progress that is worth saying aloud: a quarter, and
// each change of state.
type milestone struct {
	state   api.RunState
	quarter int
}

func (w *watched) milestone() milestone {
	n := total(w.Counts)
	if n == 0 {
		return milestone{w.State, 0}
	}
	return milestone{w.State, settled(w.Counts) * 4 / n}
}
