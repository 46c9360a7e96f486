// Package pagetest makes what the tests of pages need: dependencies over a
// server that answers what the test says, and the markup of a component.
package pagetest
