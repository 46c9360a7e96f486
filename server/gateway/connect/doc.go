// Package connect brings merchants' consents: it sends an operator's browser
// to the platform's page and takes what comes back, or takes a code that was
// pasted; it finds out which shops a consent reaches; and it lists, mends and
// ends connections (interface 5; docs/adr/0010).
//
// One redirect in flight is held in a cookie of [auth.Redirects] and in a row
// of the store that makes it good for one return. Any replica can take it.
// Connecting and disconnecting ask whoever does it for a proof of who they are.
//
// # A shop is connected
//
//  1. An owner presses Connect shops. server/gateway/connect makes a state and a
//     verifier, writes a hash of the state as a row of oauth_flows, seals both with
//     the operator and their session into a Lax cookie of ten minutes
//     (server/access/auth, as signing in at a provider does), and answers the
//     platform's address.
//  2. The merchant consents there and is sent to {mount}/oauth/callback. The browser
//     sends the Lax cookie and not the Strict session: the cookie names the session,
//     and the store tells whether it still lives. The row is deleted, so nobody
//     comes back twice.
//  3. token.Vault gives the code for tokens with golang.org/x/oauth2, behind a
//     transport that turns its forms into JSON, uses them at once and stores them
//     sealed. Each shop is read with them to find out which ones they reach.
//  4. From then on token.Pool gives calls about those shops this connection's token,
//     from a map that is replaced whole: no lock, no query. upstream.Caller picks
//     the shop from the very bytes it sends.
//  5. Any replica renews at half life (docs/adr/0010).
package connect
