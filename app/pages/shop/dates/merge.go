package dates

import (
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/app/editor"
	"github.com/shopdesk/shopdesk/app/pages/shop/special"
	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/platform"
)

// change is what one side did to one entry: was is what it started from, the
// same one for both sides, now what it became. Added entries have no was,
// removed ones no now.
type change struct {
	was, now *item
	mine     bool
}

// touches reports whether what the change took away or put there shares a date
// with another entry.
func (c change) touches(other *item) bool {
	return other != nil && (c.was != nil && c.was.overlaps(*other) || c.now != nil && c.now.overlaps(*other))
}

// clash is a group of changes of both sides that can't all hold.
type clash struct {
	mine, theirs []change
}

// merge is what came of two edits that started from the same list: ours, and
// the one that somebody else saved.
type merge struct {
	theirs  []item
	mine    []item
	taken   []change // only they changed these: theirs hold
	kept    []change // only we did: ours hold
	clashes []clash
}

// Merge compares the list on the screen with another of the platform's.
func (m *model) Merge(theirs *special.Record) *editor.Merge {
	in := m.merge(theirs.List)
	g := &editor.Merge{Taken: changed(in.taken), Kept: changed(in.kept)}
	for i, c := range in.clashes {
		told, was := map[*item]bool{}, []string(nil)
		for _, one := range slices.Concat(c.mine, c.theirs) {
			if one.was != nil && !told[one.was] {
				told[one.was] = true
				was = append(was, entryText(*one.was))
			}
		}
		g.Clashes = append(g.Clashes, editor.Clash{
			ID: strconv.Itoa(i), Name: c.title(), Was: was, Mine: sideText(c.mine), Theirs: sideText(c.theirs),
		})
	}
	return g
}

// changed are changes for the screen.
func changed(changes []change) []editor.Change {
	list := make([]editor.Change, len(changes))
	for i, c := range changes {
		if c.now == nil {
			list[i] = editor.Change{Name: title(*c.was), Text: text.T("edit.clash.gone")}
			continue
		}
		list[i] = editor.Change{Name: title(*c.now), Text: hoursText(*c.now)}
	}
	return list
}

// entryText is an entry in one line.
func entryText(it item) string { return text.T("join.comma", title(it), hoursText(it)) }

// title names a clash by the dates that it is about.
func (c clash) title() string {
	if c.mine[0].was != nil {
		return title(*c.mine[0].was)
	}
	return title(*c.mine[0].now)
}

func (m *model) merge(read []platform.SpecialDate) *merge {
	theirs := m.itemsOf(read)
	match(m.base, theirs)
	return m.mergeOf(m.items, theirs)
}

// mergeOf is merge for a list that was or is on the screen, with theirs by the ids of the base.
func (m *model) mergeOf(mine, theirs []item) *merge {
	g := &merge{theirs: theirs, mine: clone(mine)}
	others := changes(m.base, theirs, false)
	for _, group := range groups(append(withoutAgreed(changes(m.base, g.mine, true), others), others...)) {
		g.sort(group)
	}
	return g
}

// match gives entries of theirs the id of the one of base that they come from:
// equal first, then the same first day, then any day in common.
func match(base, theirs []item) {
	taken := map[int]bool{}
	done := map[int]bool{}
	for _, fits := range []func(b, t int) bool{
		func(b, t int) bool { return base[b].same(theirs[t]) },
		func(b, t int) bool { return base[b].First == theirs[t].First },
		func(b, t int) bool { return base[b].overlaps(theirs[t]) },
	} {
		for t := range theirs {
			for b := range base {
				if !done[t] && !taken[base[b].ID] && fits(b, t) {
					theirs[t].ID, taken[base[b].ID], done[t] = base[b].ID, true, true
				}
			}
		}
	}
}

// changes lists what happened to base.
func changes(base, now []item, mine bool) []change {
	var found []change
	for i := range base {
		n := find(now, base[i].ID)
		if n == nil || !n.same(base[i]) {
			found = append(found, change{was: &base[i], now: n, mine: mine})
		}
	}
	for i := range now {
		if find(base, now[i].ID) == nil {
			found = append(found, change{now: &now[i], mine: mine})
		}
	}
	return found
}

// withoutAgreed drops our changes that they made as well: theirs stand for
// both, and an entry that both added is one.
func withoutAgreed(mine, theirs []change) (left []change) {
	return slices.DeleteFunc(mine, func(c change) bool {
		i := slices.IndexFunc(theirs, func(t change) bool { return agree(c, t) })
		if i >= 0 && c.now != nil {
			c.now.ID = theirs[i].now.ID
		}
		return i >= 0
	})
}

func agree(a, b change) bool {
	if a.now == nil || b.now == nil {
		return a.was == b.was && a.now == b.now
	}
	return a.was == b.was && a.now.same(*b.now)
}

// groups puts together the changes that depend on one another: they are about
// the same entry, or what one takes away or puts there shares a date with the
// other. Whatever is chosen in one group, the others still fit.
func groups(all []change) [][]change {
	group := make([]int, len(all))
	for i := range all {
		group[i] = i
	}
	for i, a := range all {
		for j, b := range all[:i] {
			if (a.was == nil || a.was != b.was) && !a.touches(b.now) && !a.touches(b.was) {
				continue
			}
			from, to := group[i], group[j]
			for k := range group {
				if group[k] == from {
					group[k] = to
				}
			}
		}
	}
	var out [][]change
	at := map[int]int{}
	for i, c := range all {
		n, ok := at[group[i]]
		if !ok {
			n = len(out)
			at[group[i]] = n
			out = append(out, nil)
		}
		out[n] = append(out[n], c)
	}
	return out
}

// sort puts a group where it belongs.
func (g *merge) sort(group []change) {
	var c clash
	for _, one := range group {
		if one.mine {
			c.mine = append(c.mine, one)
		} else {
			c.theirs = append(c.theirs, one)
		}
	}
	switch {
	case len(c.mine) == 0:
		g.taken = append(g.taken, c.theirs...)
	case len(c.theirs) == 0:
		g.kept = append(g.kept, c.mine...)
	default:
		g.clashes = append(g.clashes, c)
	}
}

// result is the list as the merge has it: theirs, with our changes that hold.
// Holds reports whether theirs holds in a clash.
func (g *merge) result(holds func(clash string) bool) []item {
	items := clone(g.theirs)
	mine := func(changes []change) { // each entry as our list has it, or gone
		for _, c := range changes {
			for _, it := range []*item{c.was, c.now} {
				if it == nil {
					continue
				}
				items = slices.DeleteFunc(items, func(other item) bool { return other.ID == it.ID })
				if ours := find(g.mine, it.ID); ours != nil {
					items = append(items, *ours)
				}
			}
		}
	}
	mine(g.kept)
	for i, c := range g.clashes {
		if !holds(strconv.Itoa(i)) {
			mine(c.mine)
			mine(c.theirs)
		}
	}
	for i := range items { // what it is called is no matter of theirs
		if ours := find(g.mine, items[i].ID); ours != nil {
			items[i].Name = ours.Name
		}
	}
	return items
}

// Rebase goes on from what the platform has now, with each entry as the merge
// has it.
func (m *model) Rebase(theirs *special.Record, g *editor.Merge) {
	in := m.merge(theirs.List)
	carry := func(items []item) []item { return m.mergeOf(items, in.theirs).result(new(editor.Merge).Holds) }
	m.Each(carry)
	was := carry(m.items)
	m.items = in.result(g.Holds)
	m.keep(was, m.items)
	m.found(theirs.List)
	m.base = in.theirs
	m.said = nil
}

// sideText lists what one side of a clash has in its place.
func sideText(changes []change) (lines []string) {
	for _, c := range changes {
		if c.now != nil {
			lines = append(lines, entryText(*c.now))
		}
	}
	return lines
}
