// Package gateway is the area of the way to the platform. It holds no code.
//
// An operator's call enters package proxy, which checks it with the rules, and
// leaves through package upstream with the access token that package token has
// for the shop. The server's own calls take the same way from upstream on, and
// background work first waits for ratelimit. Package outcome says what came of
// a call. Package connect brings the tokens: a merchant consents, and the code
// is given for tokens.
package gateway
