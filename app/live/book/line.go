package book

// SetReachable notes whether the server can be asked for anything. What can't
// be asked for isn't queued: an order lives for five minutes. The acts that are
// dropped for that are told. About orders that are only [Book.Kept] nothing can be
// asked for.
func (d *Book) SetReachable(yes bool) (dropped []Told) {
	if !yes {
		dropped = d.unqueue()
	}
	yes = yes && !d.Kept
	if d.unreachable == yes {
		d.unreachable = !yes
		d.Shift() // the cards say why their buttons rest, or don't any more
	}
	return dropped
}

// Reachable reports whether the server can be asked for anything.
func (d *Book) Reachable() bool { return !d.unreachable }
