package migrations

import (
	"errors"
	"testing"
)

// A start goes on trying while another process applies one migration after the other, and gives up on one that fails by
// itself. With five tries in all, a start among four lost the race for five of 33 migrations.
func TestStartsRace(t *testing.T) {
	t.Parallel()
	failure := errors.New("table rings already exists")
	for _, tt := range []struct {
		name   string
		others int64 // migrations that another process applies, one for each try
		want   error
		tries  int
	}{
		{"alone", 0, failure, attempts},
		{"beside another", 30, nil, 31},
		{"beside another that stops", 7, failure, 7 + attempts},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			tries, applied := 0, int64(0)
			err := race(t.Context(), func() error {
				if tries++; tt.want == nil && applied == tt.others {
					return nil
				}
				applied = min(applied+1, tt.others)
				return failure
			}, func() (int64, error) { return applied, nil })
			if !errors.Is(err, tt.want) || tries != tt.tries {
				t.Errorf("%v after %d tries, want %v after %d", err, tries, tt.want, tt.tries)
			}
		})
	}
}
