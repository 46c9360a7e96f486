package phones

import (
	"slices"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
)

// listPart is the only part of a merge: a list of three, whose order matters, is
// chosen as a whole.
const listPart = "phones"

// Merge compares the list on the screen with another of the platform's.
func (m *model) Merge(theirs record) *editor.Merge {
	part := func(list []platform.Phone) []editor.Part {
		return []editor.Part{{ID: listPart, Name: text.T("phones.list"), Lines: lines(list)}}
	}
	return editor.Compare(part(m.base), part(m.values()), part(*theirs))
}

// lines are the phones of a list for the screen.
func lines(list []platform.Phone) []string {
	return pages.Words(list, func(p platform.Phone) string {
		if p == (platform.Phone{}) {
			return text.T("phones.clash.blank")
		}
		return text.LTR(p.String())
	})
}

// Rebase goes on from what the platform has now.
func (m *model) Rebase(theirs record, g *editor.Merge) {
	if !slices.Equal(m.base, *theirs) {
		m.Carry(func(l list) list {
			if slices.Equal(l.values(), m.base) {
				return entriesOf(*theirs)
			}
			return l
		})
	}
	if g.Holds(listPart) {
		m.Change(noField, func(now *list) { *now = entriesOf(*theirs) })
		m.Tried = 0
	}
	m.base = *theirs
}
