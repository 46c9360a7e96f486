// Package watch follows the orders for as long as the console is open, whatever
// page is shown: it keeps the line to the server's events, puts what it hears
// onto the desk, asks for what people do with orders, rings, and says in the
// frame whether all that works.
package watch
