// Package token keeps the platform's access tokens (interface 5): one for each
// merchant's connection, and one of the application-level grant. The package
// obtains tokens with golang.org/x/oauth2, stores them sealed, renews them at half
// their life, and gives them to calls of the platform. A call never waits while its
// token is valid.
//
// Several vaults, one in each replica, may share a store. No vault holds a lock
// during a call. Only a definite refusal of our credentials counts as a refusal; a
// failing network or store never takes a valid token away.
package token
