// Package runs makes one change in many shops. A run and each of its shops are rows in the store; any replica works
// on any shop, under a lease.
//
// The replica that works on a shop first reads the shop, then saves in the row the call that it is about to send and
// the intended differences, and then sends the call. A replica that finds a row of interrupted work reads the shop:
// the shop is as wanted, or as before, or changed by another party. So no call is repeated needlessly, and no unseen
// change is overwritten.
//
// Two runs on a shop take turns, and so do a run and an operator who saves the same record. Of two runs of the same
// part, the one that began first goes first. A run that was paused leaves what a later one has changed meanwhile.
//
// # From the button to five hundred shops
//
//  1. The browser posts the chosen shops and an api.Change to {mount}/api/runs/preview. shops/change plans
//     the change for each shop from our own records: the calls, the differences, the broken rules. The platform isn't
//     called.
//  2. {mount}/api/runs makes the run: a row of runs, and one of run_shops for each shop, under the browser's key, so
//     that a second press makes no second run. An edit takes a new key, and the key of another run is refused, so that
//     no answer confirms a run that wasn't begun. Each shop's permission is proven now, and again at its turn with the
//     roles that the operator has then.
//  3. The worker of any replica (shops/runs/work.go) claims shops that are due, a few at a time, under a
//     lease of 15 seconds that it prolongs. Shops stand in line by time: a run of one shop that is started after a run
//     of five hundred doesn't wait for all of them.
//  4. For a shop (job.go), the worker takes leases: the shop's turn among runs, and the turns that the proxy takes
//     for an operator's save (store.WriteTurn). Then the worker reads the shop and plans from the read, so unchanged
//     parts aren't written, other special dates and unknown members are sent back unchanged, and a change that breaks a
//     rule is never sent.
//  5. Before each call the row names the call and the intended differences; the first such save writes the shop's
//     one audit entry in the same transaction. Each call waits for its moment of the rate limit, one row
//     for all replicas. Then the worker checks once more that the run is still going and that the operator still has
//     the permission.
//  6. The answer decides. Done: the next part follows. Refused, denied, against a rule, no access: the shop has
//     failed and isn't tried again. No answer, or an unreadable one: the shop is tried again after 2 seconds,
//     then at doubling distances up to a minute, ten times in a row at most (ends.go), each beginning with a
//     read. "Too many" slows all replicas down, and counts as no try.
//  7. A worker that finds a row of interrupted work, after kill -9 or a lost answer, reads the shop. If the shop
//     differs as wanted, the call is done; if the shop is as before, the call is made again; otherwise another party
//     has changed the shop, and it is left so ("changed_since").
//  8. Outcome, audit and the screens' event are one transaction. Each event of a run is about one shop, so that no
//     operator learns of other merchants' shops. The run ends when no shop is left.
//
// Pausing goes through shops/pause, with its end, reason and timer. Undoing is a run as well: in each shop it
// undoes the differences of the first run, unless one of them was changed since. Days and dates that the first run
// didn't touch stay as they are now.
//
// In the browser, app/pages/chain/runs/wizard is the wizard: one value, wizard, holds every choice and the draft; the
// editors of a week, of dates and of phones are those of the shop's own pages (hours.Edit, dates.Edit, phones.Edit).
// app/pages/chain/runs shows a run from one read and the line's news (watched.hear). Differences and broken rules are
// worded in app/pages/chain/diff, for templates and the list of all shops as well.
package runs
