// Package gateway is the area of all calls to the platform. It holds no code.
//
// An operator's call enters package proxy, which checks it with the rules, and
// leaves through package upstream with the access token that package token has for
// the shop. The server's own calls also leave through upstream, where background work
// first waits for the rate limit, and where each call's result is classified.
// Package connect obtains the tokens: a merchant consents, and the server exchanges
// the code for tokens. Package sights lists what the platform says that we don't
// know, package legend keeps the owner's names for its codes, and package check runs
// the doctor for an owner.
package gateway
