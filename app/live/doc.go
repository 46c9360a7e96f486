// Package live keeps the browser's line to the server's events: a stream of
// server-sent events while that works, asking every few seconds while it
// doesn't. [Link] decides what to do and knows whether the line is live and
// since when not; it is plain Go. [Listen] is the browser's EventSource.
package live
