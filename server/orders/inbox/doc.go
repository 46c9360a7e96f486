// Package inbox receives what the platform pushes (interface 6) and sees to it
// that each message is acted on.
//
// A delivery is answered with code 0 only once it is on disk. Deliveries that
// arrive together share one commit: one goroutine takes whatever has queued
// and adds it in one transaction. A repeat, told by its messageId or, of an order,
// by what it says, is answered with 0 too and adds nothing.
//
// A worker of any replica then claims messages and moves orders forward on the
// board by what they say; that never waits for the platform. A message is a
// hint: package orders reads the order with our own token, at its own pace,
// before anything that can't be taken back. A claim is short and is prolonged
// while its process lives, ended at once when something fails, and cleared when
// the replica starts again. What fails is tried again at growing distances, by
// itself; what can't be understood becomes a dead letter that somebody can have
// replayed.
//
// # From a push to the screens
//
//  1. The platform posts a signed message to {mount}/hooks/{id}
//     (server/orders/inbox/receive.go). An empty packet is a heartbeat: code 0, no
//     row, the time noted.
//  2. The message is decoded strictly; its signature is compared in constant time
//     with each present secret; its time must be near ours. What fails is refused
//     without a word, and kept for the diagnosis, which names the rule that would
//     have fitted.
//  3. It joins the queue (write.go). One goroutine adds what has queued in one
//     transaction; then all of it is answered {"code":0}. A store that is down is
//     503.
//  4. The worker (work.go) of any replica claims messages for two seconds, which it
//     prolongs, and hands what they say to server/orders: one transaction for the
//     batch moves the orders forward (heard.go), makes them due to be read, extends
//     their timelines and appends to the event log, numbered from event_head. It
//     never waits for the platform.
//  5. The doorbell rings: in process, and with PostgreSQL by one empty NOTIFY. Each
//     replica's hub (server/orders/live/hub.go) reads the log after its last number,
//     encodes each event once. Its writers, one a processor, write to the streams
//     that are ready; one that isn't goes on by itself (writer.go, deliver.go). The
//     order is on the screens, known by what the message said.
//  6. Each order that is due is read from the platform with our own token
//     (orders/work.go, fetch.go), many at once and shared between shops (hands.go,
//     docs/adr/0029). The record is sealed and kept; the order, now whole, goes the
//     same way to the screens. If the shop's settings say so, and the limits allow,
//     it is accepted by rule.
//  7. A press sends POST /api/orders/act with a key of its own. act.go takes the
//     order's lease, answers a repeated key from memory, reads the order if an
//     earlier outcome is unknown (not because it was never read: shop and number are
//     all that the call needs), writes intent and "doing", calls the platform, and
//     saves what came of it: done, news, refused, or unknown (send.go).
//
// Open orders are read again at each start and now and then, so that a lost message
// costs minutes and not the order.
package inbox
