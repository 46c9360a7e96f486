// Package inbox receives what the platform pushes (interface 6) and sees to it
// that each message is acted on.
//
// A delivery is answered with code 0 only once it is on disk. Deliveries that
// arrive together share one commit: one goroutine takes whatever has queued
// and adds it in one transaction. A repeat, told by its messageId or by event,
// order, status and time, is answered with 0 too and adds nothing.
//
// A worker of any replica then claims messages with a lease. A message is a
// hint: it moves an order forward on the board at once, and the order is read
// from the platform with our own token before anything that can't be taken
// back. What fails is tried again at growing distances; what can't be
// understood, or is refused for good, becomes a dead letter that somebody can
// have replayed.
package inbox
