// Package today answers what needs somebody in the operator's shops, and how
// the orders went: from our own records alone, so that it costs the platform
// nothing and answers at once. A day is the shop's own, in its zone. Figures
// are of orders placed within a period, whenever they were accepted, cancelled
// or refunded.
//
// # From the records to the page
//
//  1. GET /api/today looks through pauses, access, what server/shops/directory last
//     read of the shops, and the orders that wait, for the shops of whoever asks
//     (server/shops/today). The most urgent comes first; of each kind fifty are
//     listed and all are counted. With a period the orders placed in it are counted,
//     zone by zone.
//  2. The page shows what it showed last, from the browser's storage, and then the
//     answer. It goes on with watch.Line from the answer's event; anything that
//     happens, and the answer's next, make it ask again.
//  3. Accepting goes the way of the board (state.ActionOrder), resuming that of a
//     pause. What leads elsewhere is a link. See docs/adr/0023.
package today
