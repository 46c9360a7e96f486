// Package ratelimit keeps background work within the calls a second that a platform
// application may make, over all replicas together. Nobody waits for an
// operator's own calls: they aren't paced.
package ratelimit
