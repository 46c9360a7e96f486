package editor

import "slices"

// Merge compares two edits that began from the same record: mine, and the one
// that somebody else saved.
type Merge struct {
	Clashes []Clash
	Taken   []Change // only they changed these: theirs hold
	Kept    []Change // only I did: mine hold

	missed bool // tried to save without a pick for each clash
}

// Change is a part of a record that one side changed.
type Change struct{ ID, Name, Text string }

// Clash is a part of a record that both sides changed in different ways. Each
// version is written in lines.
type Clash struct {
	ID, Name          string
	Was, Mine, Theirs []string

	pick pick
}

// pick is the version of a clash that holds.
type pick int

const (
	pickNone pick = iota
	pickMine
	pickTheirs
)

// Holds reports whether their version of a part holds. A clash without a pick
// keeps mine.
func (g *Merge) Holds(id string) bool {
	return slices.ContainsFunc(g.Taken, func(c Change) bool { return c.ID == id }) ||
		slices.ContainsFunc(g.Clashes, func(c Clash) bool { return c.ID == id && c.pick == pickTheirs })
}

// Choose decides a clash.
func (g *Merge) Choose(id string, theirs bool) {
	for i, c := range g.Clashes {
		switch {
		case c.ID != id:
		case theirs:
			g.Clashes[i].pick = pickTheirs
		default:
			g.Clashes[i].pick = pickMine
		}
	}
}

// trivial reports whether nothing of theirs touches what is on the screen.
func (g *Merge) trivial() bool { return len(g.Clashes)+len(g.Taken) == 0 }

// missing are the clashes without a pick, once somebody tried to save.
func (g *Merge) missing() []Clash {
	if !g.missed {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(g.Clashes), func(c Clash) bool { return c.pick != pickNone })
}
