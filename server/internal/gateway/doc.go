// Package gateway is the area of all calls to the platform. It holds no code.
//
// An operator's call enters package proxy, which checks it with the rules, and
// leaves through package upstream with the access token that package token has for
// the shop. The server's own calls also leave through upstream, where background work
// first waits for the rate limit, and where each call's result is classified.
// Package connect obtains the tokens: a merchant consents, and the server exchanges
// the code for tokens. Package about finds out what this platform is like where the
// interface leaves it open; package sight compares its records with our types.
package gateway
