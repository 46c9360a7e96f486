package live

import "testing"

func TestRoomForLeavesFilesForOtherWork(t *testing.T) {
	t.Parallel()
	for files, want := range map[uint64]int{
		0: 20_000, 1 << 63: 20_000, 1_048_576: 20_000, 32_768: 20_000, 16_384: 14_208, 4096: 3456, 1024: 768, 256: 96,
		128: 32, 64: 16, 4: 1, 1: 1,
	} {
		if got := roomFor(files); got != want {
			t.Errorf("%d files: %d streams, want %d", files, got, want)
		}
	}
}
