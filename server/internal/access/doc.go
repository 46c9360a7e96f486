// Package access is the area that finds out who asks and what they may do. It holds
// no code.
//
// A request passes the packages in this order. Package auth finds the session's
// operator (Service.Identify), and makes a ShopScope where the operator may do what
// the route needs in that shop, or answers 404. Package audit writes the intent
// before a call changes anything, and the outcome afterwards.
package access
