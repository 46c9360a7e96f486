package orders

import (
	"slices"

	"github.com/shopdesk/shopdesk/app/live/book"
	"github.com/shopdesk/shopdesk/internal/api"
)

// queue is the new orders that are to be printed, as they came.
type queue []queued

type queued struct {
	id   int64
	bare bool   // was printed without its contents
	over func() // ends this page's turn with it
}

// leave ends the turns with all of them.
func (q *queue) leave() {
	for _, one := range *q {
		one.over()
	}
	*q = nil
}

// next is the first order whose ticket is due, nil for none, and what to call once
// it is printed. One of which only the event is known waits for its contents.
// Where the platform doesn't tell them, it is printed without, and again once they
// are known.
func (q *queue) next(d *book.Book) (o *api.Order, over func()) {
	*q = slices.DeleteFunc(*q, func(one queued) bool {
		o, known := d.Order(one.id)
		ended := !known || !o.Column.Open()
		if ended {
			one.over()
		}
		return ended
	})
	for i, one := range *q {
		o, _ := d.Order(one.id)
		if !o.Partial {
			*q = slices.Delete(*q, i, i+1)
			return o, one.over
		}
		if o.Trouble && !one.bare {
			(*q)[i].bare = true
			return o, func() {}
		}
	}
	return nil, nil
}
