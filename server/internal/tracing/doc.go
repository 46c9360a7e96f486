// Package tracing tells an OpenTelemetry tracer what requests, orders and jobs do. A span has no other attributes than
// the facts of this package, which hold numbers, words of our own code and endpoints of the platform's interface: no
// token, and nothing about a customer. Errors are told by their outcome, never by their text.
//
// The spans of an order are one trace, whose number follows from the database, the shop and the order: replicas,
// repeated messages and later reads continue it without anything being kept. The package imports the interface of
// OpenTelemetry alone, and costs nothing without a tracer.
package tracing
