// Package outcome classifies the result of a call to the platform: for the code
// that goes on from the result, for the audit, and as the answer to the asker. The
// package imports api, platform, httpio, store and upstream.
package outcome
