// Package platform is the interface of the food-ordering platform: its
// resources, its endpoints, its errors, its signatures and a typed client.
//
// It is the one contract that the browser, the proxy, the token keeper and
// the sandbox share. It imports nothing of ours, and in the browser it reaches
// no net/http: how a call travels is a [Transport].
//
// What the interface leaves open ("not shown") is decided in assumptions.go
// and nowhere else.
package platform
