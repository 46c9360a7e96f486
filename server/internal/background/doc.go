// Package background runs the server's jobs: the work beside its requests. A job
// looks for due work at intervals, and when its doorbell rings. A job claims its
// rows under a lease, so that only one replica works on each row. A job works on
// several rows at once, and shares its hands fairly between shops. A server lists
// its jobs in [Jobs], which starts them, drains them and reports their health. A
// [Follower] reads the event log, and [Backoff] gives the waits of failed work.
// Requests use [Each] for work side by side, [Share] for work that several wait for, and [Finish] for work that
// outlasts them.
//
// The package imports api, httpio, store and tracing.
//
// job.go is a job, jobs.go all of them with their health, rows.go a job whose rows replicas share, lease.go a lease,
// follow.go a follower of the event log, calm.go leaves repeated log lines out, try.go has [Each] and [Share].
package background
