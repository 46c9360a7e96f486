package book

// SetReachable notes whether the server can be asked for anything. What can't
// be asked for isn't queued: an order lives for five minutes. About orders that
// are only [Book.Kept] nothing can be.
func (d *Book) SetReachable(yes bool) {
	yes = yes && !d.Kept
	if !yes {
		d.waiting = nil // the cards offer their acts again, once there is a connection
	}
	if d.unreachable == yes {
		d.unreachable = !yes
		d.Shift() // the cards say why their buttons rest, or don't any more
		d.revision++
	}
}

// Reachable reports whether the server can be asked for anything.
func (d *Book) Reachable() bool { return !d.unreachable }
