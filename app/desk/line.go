package desk

// SetReachable notes whether the server can be asked for anything. What can't
// be asked for isn't queued: an order lives for five minutes.
func (d *Desk) SetReachable(yes bool) {
	if d.unreachable == yes {
		d.unreachable = !yes
		d.revision++
	}
}

// Reachable reports whether the server can be asked for anything.
func (d *Desk) Reachable() bool { return !d.unreachable }
