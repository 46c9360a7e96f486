package book

// Clock tells the server's time. A tablet's own clock may be minutes off, and
// an order lives for five.
type Clock struct {
	offset int64 // added to the device's clock
	doubt  int64 // how far off the offset may be
	known  bool
	told   int64 // the server's time as it was told last, 0 for never
}

// drift is how far the clocks may part before an answer that is less exact
// than an earlier one is believed all the same.
const drift = 2000

// Sample takes what the server said its time was, and when by the device's
// clock it was asked and answered.
func (c *Clock) Sample(sent, received, server int64) {
	if server == 0 {
		return
	}
	if c.told = server; received < sent {
		return
	}
	offset, doubt := server-(sent+received)/2, (received-sent)/2
	away := max(offset-c.offset, c.offset-offset)
	if c.known && doubt > c.doubt && away <= drift+doubt {
		return
	}
	c.offset, c.doubt, c.known = offset, doubt, true
}

// Ahead is by how much the server's clock is ahead of the device's, in milliseconds.
func (c *Clock) Ahead() int64 { return c.offset }

// Now is the server's time when the device's clock shows device.
func (c *Clock) Now(device int64) int64 { return device + c.offset }
