// Package today answers which matters need a person in the operator's shops, and how the orders went: from our own
// records alone, so that the answer takes no platform call and comes at once. A day is the shop's own, in its zone.
// Figures cover orders placed within a period, even if they were accepted, cancelled or refunded later.
//
// # From the records to the page
//
//  1. GET /api/today looks through pauses, access, the last read facts of the shops (shops/directory), and
//     the waiting orders, for the operator's shops (shops/today). The most urgent need comes first, in the order
//     of api.NeedKinds; fifty of
//     each kind are listed and all are counted. With a period, the orders placed in it are counted, zone by zone, and
//     those of the same weekdays before; so is the time within their hours in which shops took no orders. The orders
//     behind each figure are those that the history lists (orders/behind.go).
//  2. The page shows its last content, from the browser's storage, and then the answer. It goes on with watch.Line
//     from the answer's event; every event, and the answer's next, make the page ask again.
//  3. Accepting an order works as on the board (state.ActionOrder), resuming as for any pause. Everything else is a
//     link. See docs/adr/0023.
//
// find.go finds needs, needs.go sorts and counts them; figures.go answers a period, counting.go counts its orders,
// causes.go their refunds and ends, scores.go each shop.
package today
