package dates

import (
	"slices"

	"github.com/shopdesk/shopdesk/platform/rules"
)

// follow begins what is derived of the list on the screen. One press changes
// one entry: what stayed is taken over from before, entry by entry.
func (m *model) follow(before *derived) *derived {
	d := &derived{items: m.items, before: before}
	if before != nil {
		before.before = nil // only one step is looked back
	}
	taken := 0 // of before's entries, those up to the last that was taken over
	for i, it := range m.items {
		same := before != nil && i < len(before.items) && before.items[i].identical(it)
		if !same {
			d.touch(it)
			if entry, ok := it.entry(m.at); ok {
				d.entries, d.ids = append(d.entries, entry), append(d.ids, it.ID)
			}
			continue
		}
		if at := slices.Index(before.ids[taken:], it.ID); at >= 0 { // else it was none
			taken += at + 1
			d.entries, d.ids = append(d.entries, before.entries[taken-1]), append(d.ids, it.ID)
		}
	}
	if before != nil {
		for _, it := range before.items {
			if now := find(m.items, it.ID); now == nil || !now.identical(it) {
				d.touch(it)
			}
		}
	}
	return d
}

// touch notes the days of an entry that changed, and the nights around them.
func (d *derived) touch(it item) {
	if days, ok := it.span(); ok {
		d.touched = append(d.touched, span{days.first.AddDays(-1), days.last.AddDays(1)})
	}
}

// stayed reports whether nothing on some days is other than in the list before.
func (d *derived) stayed(days span) bool {
	return d.before != nil && !slices.ContainsFunc(d.touched, days.overlaps)
}

// rowBefore is the row of an entry in the list before, when it still holds.
func (d *derived) rowBefore(it item, today rules.Date, may bool) *row {
	b := d.before
	if b == nil || b.today != today || b.week != d.week || b.may != may || !identical(b.base, d.base) {
		return nil
	}
	days, ok := it.span()
	if !ok || !d.stayed(days) {
		return nil
	}
	return b.byID[it.ID]
}
