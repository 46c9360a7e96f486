// Package token keeps the access tokens of the platform (interface 5): those of
// merchants' connections, and that of the application-level grant. It obtains them
// with golang.org/x/oauth2, seals them into the store, renews them at half their
// life, and gives them to whoever calls the platform without ever making them wait
// while they are valid.
//
// Several vaults, one in each replica, may share a store. None holds a lock
// across a call. Only a definite refusal of our credentials is called a refusal;
// trouble with the network or the store never takes a valid token away.
package token
