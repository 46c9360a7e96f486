package orders

import "testing"

func TestPhonesAreComparedByTheirDigits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		a, b string
		want bool
	}{
		{"+852 9123 4567", "91234567", true},
		{"9123-4567", "+85291234567", true},
		{"091234567", "+35891234567", true}, // with the zero of a call inside the country
		{"+852 9123 4567", "9123 4568", false},
		{"+852 9123 4567", "4567", false}, // too little to be sure
		{"", "", false},
	} {
		if samePhone(tt.a, tt.b) != tt.want || samePhone(tt.b, tt.a) != tt.want {
			t.Errorf("%q and %q: want %v", tt.a, tt.b, tt.want)
		}
	}
}
