// Package special is a shop's list of special dates, with the names that our
// server keeps of them, as a record of package editor: how it is read, saved and
// taken back. The page of the dates and the quick edit of a day save it, and draw
// the shifts of a day with its fields (shift.go).
package special

import (
	"cmp"
	"context"
	"encoding/json"
	"slices"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Record is a list and its names.
type Record struct {
	List  []platform.SpecialDate
	Names []api.DateName // as our server has them

	Listed    bool           // the list is part of the save
	Put, Drop []api.DateName // the names that are

	there bool // the platform has the list already
	named bool // Names are newer than the state's
}

// Attempt is one save of a list.
type Attempt = editor.Attempt[*Record]

// Target is where a shop's list stands.
func Target(d pages.Deps) editor.Target[*Record] {
	id := d.Route.ShopID
	return editor.Target[*Record]{
		Write: func(c context.Context, base string, a Attempt) (*Record, error) {
			return write(c, d, base, a.Sent, a.Before)
		},
		Read: func(c context.Context) (*Record, error) {
			now, err := d.Backend.SpecialHours(c, id)
			return &Record{List: now.Value}, err
		},
		Same: func(a, b *Record) bool { return Same(a.List, b.List) },
		Remember: func(ctx app.Context, now *Record) {
			if record, err := backend.RecordOf(now.List); err == nil { // a list that was just decoded can be encoded
				d.State.SetSpecial(id, record)
			}
			if now.named {
				d.State.SetDateNames(id, now.Names)
			}
			d.Changed(ctx)
		},
		Back: func(a Attempt) (*Record, bool) {
			zone, ok := d.State.Zone(id)
			return back(a, d.State.Anchor(), zone), ok
		},
		More: func(a Attempt) (Attempt, bool) {
			sent := *a.Sent
			sent.there = true
			a.Sent = &sent
			return a, len(a.Sent.Put)+len(a.Sent.Drop) > 0
		},
		Now: func() (*Record, bool) {
			if r := d.Record().Special; r != nil {
				return &Record{List: r.Value}, true
			}
			return &Record{}, false
		},
		Digest: func(r *Record) (string, error) {
			record, err := backend.RecordOf(r.List)
			return record.Digest, err
		},
		Decode: func(data json.RawMessage) (*Record, error) {
			record, err := backend.ReadRecord[[]platform.SpecialDate](data)
			return &Record{List: record.Value}, err
		},
		Unseen: func(a Attempt) string {
			if d.State.ListsActive() && Same(todays(d, a.Sent.List), todays(d, a.Before.List)) {
				return text.T("dates.active")
			}
			return ""
		},
		Reread: true, // the platform may write the list in another way
	}
}

// todays are the entries of a list that have today's date.
func todays(d pages.Deps, list []platform.SpecialDate) []platform.SpecialDate {
	zone, _ := d.State.Zone(d.Route.ShopID)
	today, _ := d.Today()
	return slices.DeleteFunc(slices.Clone(list), func(entry platform.SpecialDate) bool {
		first, last := rules.SpecialDays(entry, d.State.Anchor(), zone)
		return today.Before(first) || last.Before(today)
	})
}

func write(c context.Context, d pages.Deps, base string, sent, before *Record) (*Record, error) {
	now := &Record{List: before.List, Names: before.Names}
	if sent.Listed {
		now.List = sent.List
	}
	id := d.Route.ShopID
	if sent.Listed && !sent.there {
		update := platform.SpecialUpdate{ShopID: id, Dates: sent.List}
		if err := d.Backend.PlatformFrom(base).UpdateSpecialHours(c, update); err != nil {
			return now, err
		}
	}
	if len(sent.Put)+len(sent.Drop) == 0 {
		return now, nil
	}
	names := api.ChangeDateNames{ShopID: id, Put: sent.Put, Drop: sent.Drop}
	answer, err := backend.DateNames.To(d.Backend, names)(c)
	if err != nil {
		return now, &editor.Rest{Title: text.T("dates.name.not"), Err: err}
	}
	now.Names, now.named = answer.Names, true
	return now, nil
}

// back is what restores the list from before, by the profile's anchor (the
// server takes no other), and its names.
func back(a Attempt, anchor platform.Anchor, zone rules.Zone) *Record {
	r := &Record{List: rules.ReadCalendar(a.Before.List, anchor, zone).Entries()}
	r.Listed = a.Sent.Listed && !Same(r.List, a.Sent.List)
	for _, n := range slices.Concat(a.Sent.Put, a.Sent.Drop) {
		same := func(old api.DateName) bool { return old.First == n.First && old.Last == n.Last }
		if i := slices.IndexFunc(a.Before.Names, same); i >= 0 {
			r.Put = append(r.Put, a.Before.Names[i])
		} else {
			r.Drop = append(r.Drop, api.DateName{First: n.First, Last: n.Last})
		}
	}
	return r
}

// Same compares two lists by their dates and times, in any order.
func Same(a, b []platform.SpecialDate) bool {
	return slices.EqualFunc(Ordered(a), Ordered(b), func(x, y platform.SpecialDate) bool {
		return x.StartDate == y.StartDate && x.EndDate == y.EndDate && rules.SameHours(x.BusinessHour, y.BusinessHour)
	})
}

// Ordered is a list in the order in which its dates begin.
func Ordered(list []platform.SpecialDate) []platform.SpecialDate {
	return slices.SortedStableFunc(slices.Values(list), func(a, b platform.SpecialDate) int {
		return cmp.Compare(a.StartDate, b.StartDate)
	})
}
