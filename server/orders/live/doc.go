// Package live shows events to screens as they happen: server-sent events, and
// polling for those whom a stream doesn't reach.
//
// One hub of the process follows the event log (server/store) by number, woken
// by the doorbell and, if a ring was lost, by a timer. It encodes each event
// once and keeps the last ones in memory. A stream is a number: the last event
// it has written. A few writers, one a processor, write what is new to all
// streams that take it at once. Any other is woken and writes for itself
// whatever is after its number and concerns its shops, from memory, or from the
// log if it is further behind. So there is no
// queue for each stream that could overflow, a slow stream delays nobody, and
// resuming is beginning with another number.
//
// A stream takes its connection over from net/http where it can (HTTP/1.1): a
// goroutine and a few hundred bytes are all it then costs. The goroutine waits by
// reading, so that a reader who leaves is noticed at once. A write that waits
// has a deadline of one heartbeat, at which a stalled stream is dropped; at each
// heartbeat the server asks again whether whoever reads may still look, with
// nothing of the request that opened the stream.
//
// A session has so many streams at once, an operator several times as many
// (httpio.AtOnce), and the process as many as leave files for everything else.
package live
