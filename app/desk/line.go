package desk

// SetReachable notes whether the server can be asked for anything. What can't
// be asked for isn't queued: an order lives for five minutes. About orders that
// are only [Desk.Kept] nothing can be.
func (d *Desk) SetReachable(yes bool) {
	yes = yes && !d.Kept
	if d.unreachable == yes {
		d.unreachable = !yes
		d.moveAll() // the cards say why their buttons rest, or don't any more
		d.revision++
	}
}

// Reachable reports whether the server can be asked for anything.
func (d *Desk) Reachable() bool { return !d.unreachable }
