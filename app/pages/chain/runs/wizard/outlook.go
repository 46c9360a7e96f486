package wizard

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
)

// outlook is what the change would do, as the server previews it.
type outlook struct {
	api.Preview
	at    int64                 // when the run begins, in milliseconds, 0 for at once
	names func(id int64) string // of shops, folded
}

// verdicts in the order in which they are told.
var verdicts = [...]api.Verdict{
	api.VerdictChanges, doubtful, api.VerdictUnchanged, api.VerdictBroken, api.VerdictDenied, api.VerdictUnknown,
}

// doubtful stands among the verdicts for the shops in which the platform may refuse the change.
const doubtful api.Verdict = "doubtful"

// counts are how many shops have which verdict, and how many are doubtful.
func (o *outlook) counts() map[api.Verdict]int {
	n := map[api.Verdict]int{}
	for _, s := range o.Shops {
		n[s.Verdict]++
		if len(s.Warnings) > 0 {
			n[doubtful]++
		}
	}
	return n
}

// taking are the shops that take part in the run.
func (o *outlook) taking() shopIDs {
	var ids shopIDs
	for _, s := range o.Shops {
		if s.Verdict == api.VerdictChanges || s.Verdict == api.VerdictUnknown {
			ids = append(ids, s.ShopID)
		}
	}
	return ids
}

// matching are the shops of a verdict, "" for all, that a search leaves.
func (o *outlook) matching(verdict api.Verdict, query string) []api.PreviewShop {
	words := strings.Fields(components.Fold(query))
	var found []api.PreviewShop
	for _, s := range o.Shops {
		is := verdict == "" || s.Verdict == verdict || verdict == doubtful && len(s.Warnings) > 0
		if is && components.HoldsAll(o.names(s.ShopID), words) {
			found = append(found, s)
		}
	}
	return found
}

// drop takes a shop out.
func (o *outlook) drop(id int64) {
	o.Shops = slices.DeleteFunc(slices.Clone(o.Shops), func(s api.PreviewShop) bool { return s.ShopID == id })
}

// Oldest is when the oldest of our records that a preview is made from was read, in milliseconds, 0 when there are
// none.
func Oldest(p *api.Preview) int64 {
	var at int64
	for _, s := range p.Shops {
		if s.ReadAt != 0 && (at == 0 || s.ReadAt < at) {
			at = s.ReadAt
		}
	}
	return at
}
