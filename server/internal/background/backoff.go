package background

import "time"

// Backoff gives the wait after a number of failures in a row: first after one failure,
// doubled by each further failure, and at most most.
func Backoff[N int | int64](first, most time.Duration, failures N) time.Duration {
	return min(most, first<<min(max(failures-1, 0), 20))
}
