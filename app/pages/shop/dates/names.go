package dates

import (
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/internal/api"
)

// SetNames takes the names that our server keeps, by dates, and gives them to
// their entries. A name edited here stays as it was edited.
func (m *model) SetNames(names []api.DateName) {
	m.names = names
	m.over.items, m.cache = called(clone(m.over.items), names), nil
	if !m.loaded {
		return
	}
	was := m.base
	m.base = called(clone(m.base), names)
	rename := func(items []item) []item {
		items = clone(items)
		for i := range items {
			old, now := find(was, items[i].ID), find(m.base, items[i].ID)
			if old != nil && now != nil && items[i].Name == old.Name {
				items[i].Name = now.Name
			}
		}
		return items
	}
	m.items, m.before = rename(m.items), rename(m.before)
	m.Each(rename)
}

// called gives entries their names, in place.
func called(items []item, names []api.DateName) []item {
	for i := range items {
		items[i].Name = ""
	}
	for n, i := range owners(items, names) {
		items[i].Name = names[n].Name
	}
	return items
}

// owners finds for each name the entry that it belongs to, both by their index:
// the one with the same dates, else the only one that shares a day with it and
// with no other name. Somebody may have moved an entry on the platform by a
// day. A name without an entry is kept by the server for a while, in case it
// comes back.
func owners(items []item, names []api.DateName) map[int]int {
	of, taken := map[int]int{}, map[int]bool{}
	for n, name := range names {
		if i := slices.IndexFunc(items, func(it item) bool {
			return it.First == name.First && it.Last == name.Last
		}); i >= 0 && !taken[i] {
			of[n], taken[i] = i, true
		}
	}
	type claim struct{ name, entry int } // they share a day
	var claims []claim
	for n, name := range names {
		if _, done := of[n]; done {
			continue
		}
		for i, it := range items {
			if !taken[i] && it.First <= name.Last && name.First <= it.Last {
				claims = append(claims, claim{n, i})
			}
		}
	}
	for _, c := range claims {
		if !slices.ContainsFunc(claims, func(o claim) bool { return o != c && (o.name == c.name || o.entry == c.entry) }) {
			of[c.name] = c.entry
		}
	}
	return of
}

// SetName takes the entry's name as it was typed.
func (m *model) SetName(text string) {
	m.edit("", func(it *item) { it.Name = text })
}

// NameChanges are the names to put and, by their dates, to drop so that our
// server keeps what stands on the screen.
func (m *model) NameChanges() (put, drop []api.DateName) {
	here := map[api.DateName]bool{} // without names
	for _, it := range m.items {
		name := strings.TrimSpace(it.Name)
		if _, ok := it.span(); !ok || name == "" {
			continue
		}
		n := api.DateName{First: it.First, Last: it.Last}
		here[n] = true
		if n.Name = name; !slices.Contains(m.names, n) {
			put = append(put, n)
		}
	}
	for i := range owners(m.base, m.names) {
		n := m.names[i]
		if n.Name = ""; !here[n] {
			drop = append(drop, n)
		}
	}
	return put, drop
}

// ListChanged reports whether there is something to save beside names.
func (m *model) ListChanged() bool {
	return len(m.items) != len(m.base) || slices.ContainsFunc(m.items, func(it item) bool {
		b := find(m.base, it.ID)
		return b == nil || !b.same(it)
	})
}

// title names an entry by its name and its dates.
func title(it item) string {
	if name := strings.TrimSpace(it.Name); name != "" {
		return text.T("dates.named", text.Isolate(name), datesText(it))
	}
	return datesText(it)
}
