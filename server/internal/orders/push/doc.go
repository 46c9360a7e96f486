// Package push notifies operators of orders on devices where the console isn't open: Web Push (RFC
// 8030, 8291, 8292). On request, a browser gives an endpoint at its maker's push service and keys
// of its own. A message posted to the endpoint is encrypted for that browser alone, and our service
// worker shows it.
//
// Each replica follows the event log (see package live) and so knows which orders wait. A notification is due
// for an order that still waits after a moment, for a waiting order's last minute (internal/api/orders.go, when
// devices ring again), and for a cancellation or a refund request from elsewhere. When a notification is due,
// the replica finds the subscriptions for the shop, checks again who each session belongs to and what that
// operator may see, and claims the notification. The replica that inserts the claim's row first sends. If that
// process dies between claim and send, the notification is lost: a notification is sent at most once. After a
// start the last minutes of the log are read again; claimed notifications aren't sent again.
//
// File due.go decides which notifications are due and when; tell.go, to whom they go and how they read.
//
// A subscription belongs to the session in which it was made. When that session ends or is signed
// out, or its operator loses the shop, nothing more is sent to the subscription.
//
// A notification names the order's number and the shop, but nothing about the customer and no
// ordered products.
package push
