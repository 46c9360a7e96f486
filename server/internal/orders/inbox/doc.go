// Package inbox receives the platform's webhook messages (interface 6) and makes sure that each
// message is acted on.
//
// A delivery is answered with code 0 only once it is on disk. Deliveries that arrive together share
// a commit: one goroutine adds all queued deliveries in one transaction. A repeat is answered with
// 0 too and adds nothing. A repeat has a known messageId or, for an order's message, known content.
//
// A replica stores the messages that it receives under its own claim. Its worker takes them from memory and
// moves orders forward on the board. A message whose claim has ended without a result is claimed in the store,
// by the worker of any replica (docs/adr/0060). The worker never waits for the platform. A message is only a hint:
// package orders reads the order with our own token, at its own rate, before any act that can't be undone. A claim is
// short. It is prolonged while the messages are worked on, released at once when something fails, and cleared
// when the replica starts again. A failed message is tried again at growing intervals. A message that can't be
// understood becomes a dead letter, which an operator can replay.
//
// # From a push to the screens
//
//  1. The platform posts a signed message to {mount}/hooks/{id}
//     (orders/inbox/receive.go). An empty packet is a heartbeat: the answer
//     is code 0, no row is added, and the time is recorded.
//  2. The message is decoded strictly. Its signature is compared in constant time with each present secret
//     (signed.go). Its time must be near ours (platform/hookrule.go says how near). A message that fails a
//     check is refused without a reason, and kept for the diagnosis, which names the signature rules that would
//     have fitted.
//  3. The message joins the queue (write.go). One goroutine adds all queued messages
//     in one transaction; then each is answered {"code":0}. If the store is down, the
//     answer is 503.
//  4. The new messages are stored as claimed for two seconds, and wait in memory (own.go) for the
//     worker (work.go). The worker also claims messages that are free in the store: those of a
//     replica that is gone, to be tried again, or piled up. It prolongs its claims, and hands the
//     order events to orders. One transaction for the batch moves the orders forward (orders/heard.go),
//     makes them due to be read, extends their timelines and appends to the event log, numbered from
//     event_head, or from the heads of its parts (docs/adr/0059). The transaction never waits for the platform.
//  5. The doorbell rings: in process, and with PostgreSQL by one empty NOTIFY. Each
//     replica's hub (orders/live/hub.go) reads the log after its last number
//     and encodes each event once. Its writers, one for each processor, write to the
//     streams that are ready (writer.go beside it); a stream that isn't ready continues
//     by itself (deliver.go). The screens show the order as the message describes it.
//  6. Each due order is read from the platform with our own token (orders/work.go,
//     fetch.go), many at once and shared fairly between shops
//     (background/rows.go, docs/adr/0029). The record is sealed and kept, and
//     the complete order goes the same way to the screens. If the shop's settings say so, and the limits allow,
//     the order is accepted by rule.
//  7. A press sends POST /api/orders/act with its own key. orders/act.go takes the order's
//     lease, answers a repeated key with the saved answer, and reads the order if an
//     earlier outcome is unknown. (An order that was never read isn't read: the call
//     needs only shop and number.) It writes the intent and "doing", calls the
//     platform, and saves the outcome: done, news, refused, or unknown (send.go).
//
// Open orders are read again at each start and at intervals, so a lost message delays an order by
// minutes and loses none. Those of the last day that have ended are read within an hour after the platform
// wasn't heard for longer than it repeats messages (orders/work.go): a customer may have asked for a refund.
package inbox
