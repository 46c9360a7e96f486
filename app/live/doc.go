// Package live keeps the browser's line to the server's events: a stream of
// server-sent events while that works, asking every few seconds while it
// doesn't. [Link] decides what to do and knows whether the line is live and
// since when not; it is plain Go. [Listen] is the browser's EventSource.
//
// [Watch] follows the orders for as long as the console is open, whatever page
// is shown: it puts what it hears into the book of orders (package book), asks
// for what people do with orders, rings, and says in the frame whether all that
// works. Its [Line] follows one shop or all; those of pages with lists follow all.
package live
