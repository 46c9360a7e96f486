// Package runs makes one change in many shops. A run and each of its shops are
// rows in the store; any replica works on any shop, under a lease.
//
// Whoever works on a shop reads it first, says in its row what they are about
// to send and in which the shop will differ, and then sends it. Whoever finds a
// row in which somebody was cut off reads the shop: it is as wanted, or as
// before, or somebody else has changed it. So nothing is sent twice for
// nothing, and nothing is overwritten that wasn't looked at.
//
// Two runs on a shop take turns, and so do a run and an operator who saves the
// same record.
package runs
