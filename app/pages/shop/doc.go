// Package shop is a shop's overview: today's and tomorrow's hours, the next
// special dates, and what the platform holds about it. Whether it takes orders
// now stands in the frame above.
package shop
