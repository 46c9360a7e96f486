// Package background is what the server does beside its requests: jobs. A job
// looks for what is due now and then, and when its doorbell rings. Its rows are
// claimed under a lease, so that of several replicas one works on each, and are
// worked on at once, with hands that the shops share fairly. A server lists its
// jobs in [Jobs], which starts them, drains them, and says how each is.
//
// The package imports api, httpio and store.
package background
