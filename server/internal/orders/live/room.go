package live

const (
	mostStreams = 20_000
	// reserved is the number of files kept free for the store, calls to the platform, requests and
	// health checks.
	reserved = 128
)

// roomFor returns how many streams the process may have with a limit of open files; files is 0 for
// no limit. An eighth of the files stays free in addition to the reserved ones. If that leaves too
// few, a quarter of the files is for streams.
func roomFor(files uint64) int {
	if files == 0 || files > 2*mostStreams {
		return mostStreams
	}
	n := int(files)
	return min(mostStreams, max(n-n/8-reserved, n/4, 1))
}
