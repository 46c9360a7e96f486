// Package connect obtains merchants' consents: it sends an operator's browser to
// the platform's page and takes the code from the callback, or takes a pasted code.
// The package finds out which shops a consent reaches, and lists, renews and ends
// connections (interface 5; docs/adr/0010).
//
// Redirect state is kept in a cookie of [auth.Redirects], and in a row of the store
// that allows one return. Any replica can take the callback. Connecting and
// disconnecting need a recent proof of who asks.
//
// # A shop is connected
//
//  1. An owner presses Connect shops. gateway/connect makes a state and a
//     verifier, writes a hash of the state as a row of proofs, seals both with
//     the operator and their session into a Lax cookie of ten minutes
//     (access/auth, as signing in at a provider does), and answers with the
//     platform's address.
//  2. The merchant consents there and is sent to {mount}/oauth/callback. The
//     browser sends the Lax cookie and not the Strict session: the cookie names the
//     session, and the store tells whether the session is still alive. The row is
//     deleted, so that a second return is refused.
//  3. token.Vault exchanges the code for tokens with golang.org/x/oauth2, behind a
//     transport that turns its forms into JSON, uses the tokens at once and stores
//     them sealed. The server reads each shop with the new token to find out which
//     shops it reaches.
//  4. From then on token.Vault gives calls about those shops this connection's
//     token, from a map that is replaced whole, without a lock or a query.
//     upstream.Caller picks the shop from the very bytes it sends.
//  5. Any replica renews at half life (docs/adr/0010).
//
// list.go lists connections, and the shops that none of them covers.
package connect
