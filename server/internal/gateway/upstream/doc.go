// Package upstream calls the platform over net/http: with one tuned transport (transport.go, also for how long
// a call waits), an access token presented anew on each attempt, the retries that are safe, and answers as
// raw bytes.
//
// A [Caller] serves both the proxy, which passes the bytes on, and the server's own
// typed calls, as the Transport of a platform.Client. The platform's text never
// reaches an error's text; [Answer.Message] gives the text without anything that
// could be a secret.
//
// [OutcomeOf] tells what came of a call, an operator's or the server's own: done, refused, not made, or
// unknown, with the words for the audit; [Failure] gives the answer. A [RateLimit] keeps background work within
// the platform's rate limit for an application (server.Platform in server/options.go), over all replicas
// together; operators' own calls don't wait for it, but [ForPerson] has them wait for a platform that has had too many.
//
// caller.go picks the shop's token and tries, exchange.go makes one attempt, answer.go is what came, outcome.go what it
// means, scrub.go takes secrets out of the platform's text, rate.go is the rate limit, also after "too many".
package upstream
