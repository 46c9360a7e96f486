package live

const (
	mostStreams = 20_000
	// reserved are files for everything but streams: the store, the platform,
	// calls, and whoever asks whether we live.
	reserved = 128
)

// roomFor is how many streams the process may have when it may have so many files
// open, 0 for as many as it likes. An eighth of them stays free beside those that
// are reserved; where that leaves too little, a quarter is for streams.
func roomFor(files uint64) int {
	if files == 0 || files > 2*mostStreams {
		return mostStreams
	}
	n := int(files)
	return min(mostStreams, max(n-n/8-reserved, n/4, 1))
}
