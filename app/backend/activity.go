package backend

import (
	"net/url"
	"strconv"

	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/internal/api"
)

// ActivityQuery chooses changes. What is zero doesn't choose.
type ActivityQuery struct {
	ShopID     int64
	OperatorID int64
	Kinds      []string // what stands before the dot in an action; nil: all
	From, To   int64    // milliseconds: from From until before To
	Before     int64    // the id of the entry to go on from
}

// Activity lists changes, newest first.
func (b *Backend) Activity(q ActivityQuery) Call[api.Activity] {
	v := url.Values{}
	for _, part := range []struct {
		name  string
		value int64
	}{{"shop", q.ShopID}, {"operator", q.OperatorID}, {"from", q.From}, {"to", q.To}, {"before", q.Before}} {
		if part.value != 0 {
			v.Set(part.name, strconv.FormatInt(part.value, 10))
		}
	}
	if len(q.Kinds) > 0 {
		v["kind"] = q.Kinds
	}
	return Get[api.Activity](api.PathActivity + routes.Query(v)).From(b)
}
