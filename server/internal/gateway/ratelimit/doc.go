// Package ratelimit keeps background work within the platform's rate limit for an
// application, over all replicas together. Operators' own calls don't wait for the
// limit.
package ratelimit
