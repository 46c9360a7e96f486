// Package ring knows which devices would ring for a new order. A page that works with orders says so once a minute,
// and when that changes (POST /api/ring/tell); managers read it of the devices of their shops (GET /api/ring).
//
// A device is silent when somebody opened a board on it, it could ring within the last day, and it couldn't for
// five minutes (internal/api/ring.go) in which one of its shops was open (silent.go). Not among them are
// devices whose sound a person switched off, and devices that are told of the shop in the background (package
// push): those may rest in a pocket. Silent devices are a need on Today, and a job tells the devices of the shop
// that are told in the background. A device that a person signed out isn't missed, nor one that signed in anew for
// what it said before. One whose session ended by itself is missed for a day.
package ring
