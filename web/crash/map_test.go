package crash

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"
)

var known = &Map{Imports: 2, Functions: []Function{
	{Name: "main.main", Places: []Place{{0, "main.go", 10, -1}, {3, "main.go", 12, -1}}},
	{
		Name: "runtime.g", Places: []Place{{0, "a.go", 7, -1}, {2, "b.go", 9, 1}},
		Calls: []Call{{"runtime.outer", 0}, {"runtime.inner", 0}},
	},
	{Name: "main.sort[go.shape.int]", Places: []Place{{0, "sort.go", 5, -1}}},
	{Name: "main.asm"},
}}

func TestMapIsReadAsItWasWritten(t *testing.T) {
	t.Parallel()
	got, err := Decode(known.Encode())
	if diff := cmp.Diff(known, got); err != nil || diff != "" {
		t.Errorf("%v\n%s", err, diff)
	}
}

func TestBrokenMapIsRefused(t *testing.T) {
	t.Parallel()
	whole := known.Encode()
	for i := range whole {
		if _, err := Decode(whole[:i]); err == nil {
			t.Errorf("the first %d bytes of %d are a map", i, len(whole))
		}
	}
	if _, err := Decode(append([]byte{9}, whole[1:]...)); err == nil {
		t.Error("another form is a map")
	}
}

func TestFrames(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		frame string
		want  []Frame
	}{
		{"f00000", []Frame{{"main.main", "main.go", 10}}},
		{"f00000+0x3", []Frame{{"main.main", "main.go", 10}}},
		{"f00000+0x4", []Frame{{"main.main", "main.go", 12}}},
		{"f00001+0x3", []Frame{{"runtime.inner", "b.go", 9}, {"runtime.g", "a.go", 7}}},
		{"w3", []Frame{{"runtime.g", "a.go", 0}}},
		{"main.main+0x4", []Frame{{"main.main", "main.go", 12}}},
		{"main.sort[...]+0x1", []Frame{{"main.sort[go.shape.int]", "sort.go", 5}}},
		{"f00003+0x1", []Frame{{"main.asm", "", 0}}},
		{"f00004", nil},
		{"w1", nil},
		{"w6", nil},
		{"main.other", nil},
		{"call Ana", nil},
	} {
		if diff := cmp.Diff(tt.want, known.Frames(tt.frame)); diff != "" {
			t.Errorf("%s:\n%s", tt.frame, diff)
		}
	}
}

func TestNumbered(t *testing.T) {
	t.Parallel()
	for frame, want := range map[string]bool{
		"f00001": true, "f00001+0xf00": true, "w123456": true, "main.(*T).f+0x1": false, "ana": false,
	} {
		if got, err := Numbered(frame); err != nil || got != want {
			t.Errorf("%s: %v, %v", frame, got, err)
		}
	}
	for _, frame := range []string{"", "two words", "f00001+0x123456", "f1\n", "main.f()\n", "w1+"} {
		if _, err := Numbered(frame); !errors.Is(err, ErrFrame) {
			t.Errorf("%q is a frame", frame)
		}
	}
}
