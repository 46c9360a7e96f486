// Package access is the area of who asks and what they may do. It holds no code.
//
// A request meets its rooms in this order. Package auth finds the session's
// operator (Service.Identify), and makes a ShopScope where the operator may do
// what the route needs in that shop, or answers 404. Package audit has the
// intent written before a call changes anything, and what came of it afterwards.
package access
