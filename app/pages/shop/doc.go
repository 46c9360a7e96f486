// Package shop is a shop's overview: whether it takes orders, today's and
// tomorrow's hours, the next special dates, and what the platform holds about
// it.
package shop
