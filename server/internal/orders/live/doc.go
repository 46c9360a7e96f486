// Package live sends events to screens as they happen, by server-sent events, and by polling where
// a stream doesn't get through.
//
// A hub in each process follows the event log (server/store) by number. The doorbell wakes the hub,
// and a timer does if a ring was lost. The hub encodes each event once and keeps the latest events
// in memory. A stream's state is a number: the last event it has written. A few writers, one for
// each processor, write new events to all streams that can take them at once. Any other stream is
// woken and writes by itself all events after its number that concern its shops, from memory, or
// from the log if the stream is further behind. So no stream has a queue that could overflow, a
// slow stream delays no other, and a stream resumes by starting at another number.
//
// Where possible (HTTP/1.1), a stream takes its connection over from net/http and then costs a
// goroutine and a few hundred bytes. The goroutine waits in a read, so it notices at once when the
// reader leaves. A waiting write has a deadline of one heartbeat, after which a stalled stream is
// dropped. At each heartbeat the server checks the reader's permissions again, and keeps nothing
// else of the request that opened the stream.
//
// The number of streams is limited for each session, for each operator (several times the limit of
// a session, httpio.Concurrency), and for the process, which leaves enough files open for other work.
package live
