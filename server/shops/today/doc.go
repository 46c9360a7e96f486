// Package today answers what needs somebody in the operator's shops, and how
// the orders went: from our own records alone, so that it costs the platform
// nothing and answers at once. A day is the shop's own, in its zone. Figures
// are of orders placed within a period, whenever they were accepted, cancelled
// or refunded.
package today
