// Package upstream is the net/http side of calling the platform: one tuned
// transport, the access token presented afresh on each attempt, the two
// retries that are safe, and answers as raw bytes.
//
// A [Caller] serves both the proxy, which passes the bytes on, and the
// server's own typed calls, as the Transport of a platform.Client. What the
// platform wrote never reaches an error's text; [Answer.Message] gives its
// words without anything that could be a secret.
package upstream
