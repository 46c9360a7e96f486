// Package token keeps the access token of the application-level grant
// (interface 5): it obtains it with golang.org/x/oauth2, seals it into the
// store, renews it at half its life, and gives it to whoever calls the
// platform without ever making them wait while it is valid.
//
// Several keepers, one in each replica, may share a store. None holds a lock
// across a call: the one that saves first wins, the others adopt its token.
// Only a definite refusal of our credentials is called a refusal; trouble with
// the network or the store never takes a valid token away.
package token
