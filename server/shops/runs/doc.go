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
//
// # From the button to five hundred shops
//
//  1. The browser posts the chosen shops and an api.Change to
//     {mount}/api/runs/preview. server/shops/change plans it for each shop from what
//     our own records know: which calls, which differences, which rules it would
//     break. The platform isn't asked.
//  2. {mount}/api/runs makes the run: a row of runs, one of run_shops for each shop,
//     under the browser's key, so that a second press makes no second run. An edit
//     takes a new key, and a key that made another run is refused: no answer says
//     that something was begun that wasn't. Each shop's permission is proven now,
//     and again at its turn with the roles that the operator has then.
//  3. The worker of any replica (server/shops/runs/work.go) claims shops that are
//     due, a few at a time, under a lease of 15 seconds that it prolongs. Shops
//     stand in line by time: a run of one shop that is started behind one of five
//     hundred doesn't wait for all of them.
//  4. For a shop (job.go): its turn among runs, and the same turns that the proxy
//     takes for an operator's save (store.WriteTurn), are leases too. Then it reads
//     the shop and plans from that, so what is there already isn't written, other
//     special dates and unknown members go back as they came, and what breaks a rule
//     is never sent.
//  5. Before each call the row says what is about to be sent and in which the shop
//     will differ; the first such save writes the shop's one entry of the audit in
//     the same transaction. Each call waits for its moment from
//     server/gateway/ratelimit, one row for all replicas. Then, once more: is the
//     run still going, may the operator still?
//  6. The answer decides. Done: the next part. Refused, denied, against a rule, no
//     access: failed, not tried again. Nothing, or nonsense: tried again after 2
//     seconds, then at doubling distances up to a minute, ten times in a row at
//     most, each beginning with a read. "Too many" slows all replicas down.
//  7. Whoever finds a row in which somebody was cut off, by kill -9 or a lost
//     answer, reads the shop: it differs as wanted, and the call is done; it is as
//     before, and the call is made again; or neither, and the shop is left to
//     whoever has changed it ("changed_since").
//  8. Outcome, audit and the screens' event are one transaction. Events of a run are
//     each of one shop, so that nobody hears of shops that aren't theirs. The run
//     ends when no shop is left.
//
// Pausing goes through server/shops/pause, with its end, reason and timer. Undoing is
// a run as well: it takes back, in each shop, the differences that the first one made
// there, unless one of them isn't as it was left. Days and dates that the first run
// didn't touch stay as they are now.
//
// In the browser, app/pages/chain/runs/wizard is the wizard: one value, wizard, is all
// that was chosen and the draft; the editors of a week, of dates and of phones are
// those of the shop's own pages (hours.Edit, dates.Edit, phones.Edit).
// app/pages/chain/runs shows a run from one read and the line's news (watched.hear).
// Differences and broken rules are worded in app/pages/chain/diff, for templates and
// the list of all shops as well.
package runs
