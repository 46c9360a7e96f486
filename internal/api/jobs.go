package api

// Jobs answers [PathJobs]: what this replica of the server does beside requests.
type Jobs struct {
	Jobs []Job `json:"jobs"`
}

// Job is how one of them is.
type Job struct {
	Name   string    `json:"name"` // as in metrics: "orders.read"
	Health JobHealth `json:"health"`
	Since  int64     `json:"since,omitempty"` // that it has been so, milliseconds; 0: it hasn't looked yet
	Last   int64     `json:"last,omitempty"`  // when its last look ended; 0: none has
}

// JobHealth says how a job is.
type JobHealth string

// The words.
const (
	JobGood    JobHealth = "good"
	JobFailing JobHealth = "failing" // it failed last, and tries again
	JobStuck   JobHealth = "stuck"   // a look doesn't end
	JobOff     JobHealth = "off"     // it doesn't run here
)
