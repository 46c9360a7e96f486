package change

import "testing"

func TestPossiblePhones(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		phone string
		want  bool
	}{
		{"852-25460101", true},
		{"852-12345678", true}, // of the right length, but not assigned
		{"852-1234", false},
		{"852-123456789012", false},
		{"971-43500125", true},
		{"966-112000127", true},
		{"55-11980000128", true},
		{"55-32211234", true}, // without the district: can be dialled only nearby
		{"1-2025550123", true},
		{"1868-6223456", true}, // an area code that is the start of a number
		{"1-20255501", false},
		{"44-02079460018", true}, // with the zero that is dialled at home
		{"39-0612345678", true},
		{"999-12345678", false}, // an unused area code
		{"210-12345678", false},
		{"85212345678", false},
		{"", false},
	} {
		if got := PossiblePhone(tt.phone); got != tt.want {
			t.Errorf("%q: %v, want %v", tt.phone, got, tt.want)
		}
	}
}
