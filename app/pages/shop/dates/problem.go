package dates

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform/rules"
)

// Ids of the editor's fields.
const (
	fieldFirst = "date-first"
	fieldLast  = "date-last"
	fieldKind  = "date-kind"
	fieldName  = "date-name"
)

// shiftsID begins the ids of the fields of shifts.
const shiftsID = "date-shift"

func shiftID(i int, end bool) string { return special.TimeID(shiftsID, i, end) }

// problem is one thing that is wrong with an entry, at a field of the editor.
// Text is final. Echo marks what another entry's problem says already.
type problem struct {
	item  int
	field string
	text  string
	echo  bool
}

// judge is [model.Problems] and [model.Doubts] of every entry, worked out.
func (m *model) judge(d *derived) (found, doubts []problem) {
	for _, it := range m.items {
		if !m.stands(it.ID) {
			found = append(found, it.problems()...)
		}
	}
	at := m.at
	broken := append(rules.Special(d.entries, at.Anchor, at.Zone),
		rules.Nights(d.entries, d.judgedBy, at.Anchor, at.Zone)...)
	for _, p := range at.Leaves.Judge(broken) {
		i, rest := rules.Index(p.Path)
		switch {
		case i < 0 || i >= len(d.ids):
		case p.Warning || m.stands(d.ids[i]) && (p.Code != rules.CodeDatesOverlap || m.stands(other(d.ids, p))):
			doubts = append(doubts, m.ruleProblem(d.ids, i, rest, p)...)
		default:
			found = append(found, m.ruleProblem(d.ids, i, rest, p)...)
		}
	}
	return found, doubts
}

// stands reports whether the entry with that id is as the platform has it, or the list that an [Edit] began with. It
// keeps nobody from saving the others.
func (m *model) stands(id int) bool {
	it, base := find(m.items, id), find(m.base, id)
	if base == nil {
		base = find(m.stood, id)
	}
	return it != nil && base != nil && base.same(*it)
}

// other is the id of the entry that a problem says the entry overlaps, 0 for none.
func other(ids []int, p rules.Problem) int {
	if i, ok := p.Number(0); ok && i < len(ids) {
		return ids[i]
	}
	return 0
}

// problems are those of an entry by itself that the rules can't tell: what was
// typed is no date or no time, or reads as "closed".
func (it item) problems() []problem {
	var found []problem
	add := func(field, words string) { found = append(found, problem{item: it.ID, field: field, text: words}) }
	first, okFirst := rules.ParseDate(it.First)
	last, okLast := rules.ParseDate(it.Last)
	switch {
	case !okFirst:
		add(fieldFirst, text.T("dates.need.first"))
	case !okLast:
		add(fieldLast, text.T("dates.need.last"))
	case last.Before(first):
		add(fieldLast, text.T("problem."+rules.CodeRangeReversed))
	}
	if it.Kind != kindShifts {
		return found
	}
	if len(it.Shifts) == 0 {
		add(fieldKind, text.T("problem."+rules.CodeBusinessHourEmpty))
	}
	for _, fault := range special.Faults(shiftsID, it.Shifts, "dates.equal") {
		add(fault.Target, fault.Text)
	}
	return found
}

// ruleProblem words a broken rule about the entry i of the list sent, whose ids
// are given. Two entries that overlap are both told, each of the other.
func (m *model) ruleProblem(ids []int, i int, rest string, p rules.Problem) []problem {
	it, _ := m.Item(ids[i])
	if p.Code == rules.CodeDatesOverlap {
		j, ok := p.Number(0)
		if !ok || j >= len(ids) {
			return nil
		}
		other, _ := m.Item(ids[j])
		return []problem{
			{item: it.ID, field: fieldFirst, text: overlapWords(other)},
			{item: other.ID, field: fieldFirst, text: overlapWords(it), echo: true},
		}
	}
	hour, ok := strings.CutPrefix(rest, ".businessHour")
	if !ok {
		words := text.Problem(p)
		if p.Code == rules.CodePositive { // a first day of before 1970
			words = text.T("dates.need.year")
		}
		return []problem{{item: it.ID, field: fieldFirst, text: words}}
	}
	k, member := rules.Index(hour)
	if k < 0 || k >= len(it.Shifts) || it.Kind != kindShifts {
		return []problem{{item: it.ID, field: fieldKind, text: text.Problem(p)}}
	}
	words := text.Problem(p)
	switch p.Code {
	case rules.CodeRequired, rules.CodeClosedNotAlone: // said by item.problems
		return nil
	case rules.CodeEqualTimes:
		words = text.T("dates.equal", rules.FormatClock(it.Shifts[k].Period().StartTime))
	}
	return []problem{{item: it.ID, field: shiftID(k, member == ".endTime"), text: words}}
}

// overlapWords names the other entry by its dates and what it says.
func overlapWords(other item) string {
	return text.T("dates.overlap", title(other), hoursText(other))
}

// EditorProblems are those of the entry in the editor that may be said now.
// Nobody is interrupted in the middle of a field: until the first try to close
// the editor, what is typed at this moment isn't judged.
func (m *model) EditorProblems() []problem {
	return slices.DeleteFunc(slices.Concat(m.Problems(), m.said), func(p problem) bool {
		return p.item != m.open || !m.asked && p.field == m.typing
	})
}

// fieldError is the first problem of a field, "" when nothing is wrong with it.
func fieldError(problems []problem, field string) string {
	for _, p := range problems {
		if p.field == field {
			return p.text
		}
	}
	return ""
}

// Try is an attempt to save: it reports whether nothing is wrong.
func (m *model) Try() bool {
	m.said = nil
	m.tried++
	return len(m.Problems()) == 0
}

// Visible are the problems of the list that stand above it: once somebody has
// tried to save.
func (m *model) Visible() []problem {
	if m.tried == 0 {
		return nil
	}
	return slices.DeleteFunc(slices.Concat(m.Problems(), m.said), func(p problem) bool { return p.echo })
}

// Refused takes the problems that the server found in the list it was sent. It
// reports whether there is a place for any: entries that were edited since, or have gone, have none.
func (m *model) Refused(found []rules.Problem) bool {
	var ids []int
	for _, it := range m.went {
		ids = append(ids, it.ID)
	}
	m.said = nil
	for _, p := range found {
		i, rest := rules.Index(strings.TrimPrefix(p.Path, "specialBusinessHour"))
		if i < 0 || i >= len(ids) {
			continue
		}
		if now := find(m.items, ids[i]); now != nil && now.same(m.went[i]) {
			m.said = append(m.said, m.ruleProblem(ids, i, rest, p)...)
		}
	}
	return len(m.said) > 0
}
