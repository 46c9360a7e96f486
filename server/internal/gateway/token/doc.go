// Package token keeps the platform's access tokens (interface 5): one for each
// merchant's connection, and one of the application-level grant. The package
// obtains tokens with golang.org/x/oauth2, stores them sealed, renews them at half
// their life, and gives them to calls of the platform. A call never waits while its
// token is valid.
//
// Several vaults, one in each replica, may share a store. No vault holds a lock
// during a call. Only a definite refusal of our credentials counts as a refusal; a
// failing network or store never takes a valid token away.
//
// vault.go gives a token, vault_state.go is what a replica knows of a connection, and when its next work is due;
// vault_renew.go renews (when, and how often after a failure), vault_run.go does due work, vault_connect.go takes a
// consent, vault_load.go and vault_save.go read and save rows. grant.go and transport.go call the platform, app.go is
// the grant without a merchant, errors.go says what a failure means and from when a token is overdue, spool.go keeps
// answers until they are stored.
package token
