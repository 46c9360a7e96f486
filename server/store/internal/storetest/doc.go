// Package storetest is the conformance suite of package store: the behaviour that every store must
// have, concurrency included. Each engine's tests call [Run].
package storetest
