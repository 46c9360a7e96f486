// Package storetest is the conformance suite of package store: what every
// store must do, concurrency included. Each engine's tests call [Run].
package storetest
