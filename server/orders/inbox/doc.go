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
package inbox
