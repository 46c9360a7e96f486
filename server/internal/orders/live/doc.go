// Package live sends events to screens as they happen, by server-sent events, and by polling where
// a stream doesn't get through.
//
// A hub in each process follows the event log (server/store) by number. The doorbell wakes the hub,
// and a timer does if a ring was lost. The hub encodes each event once and keeps the latest events
// in memory. A stream's state is a number: the last event it has written. A few writers, one for
// each processor, share the streams, and write new events to all that can take them at once. Any
// other stream is woken, and a goroutine of its own writes all events after its number that concern
// its shops, from memory, or from the log if the stream is further behind. So no stream has a queue
// that could overflow, a slow stream delays no other, and a stream resumes by starting at another
// number.
//
// Where possible (HTTP/1.1), a stream takes its connection over from net/http, and is then a small struct
// without a goroutine. A goroutine begins when there is work that may have to wait: the heartbeat
// (internal/api/live.go says how often), events that the reader didn't take at once, or events for TLS. It ends
// with the work. One epoll instance notices for all streams when a reader leaves; without epoll, a goroutine
// for each stream waits in a read. A waiting write has a deadline of one heartbeat, after which a stalled
// stream is dropped. At each heartbeat the server checks the reader's permissions again, and keeps nothing else
// of the request that opened the stream.
//
// The number of streams is limited for each session, for each operator (several times the limit of
// a session, httpio.Concurrency), and for the process, which leaves enough files open for other work.
package live
