package shrink

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// A program in two modules prints what it does in one, wherever it is divided, and asks for the rest once.
func TestSplitProgramPrintsTheSame(t *testing.T) {
	t.Parallel()
	linked := filepath.Join(t.TempDir(), "linked.wasm")
	goCommand(t, "build", "-o", linked, "testdata/program/main.go")
	shrunk := shrinkFile(t, linked)
	want, err := node(t, shrunk, ".")
	if err != nil {
		t.Fatalf("%v\n%s", err, want)
	}
	for name, later := range map[string]func(int) bool{
		"all":           func(int) bool { return true },
		"every other":   everyOther,
		"every seventh": func(i int) bool { return i%7 == 0 },
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			got, err := node(t, splitFile(t, linked, shrunk, later), ".")
			got, found := strings.CutPrefix(got, "the rest is wanted\n")
			if err != nil || !found || got != want {
				t.Errorf("%v\n%s", err, cmp.Diff(want, got))
			}
		})
	}
}

// Two modules that aren't the program put together are refused, and so is a program without anything for later.
func TestSplitIsChecked(t *testing.T) {
	t.Parallel()
	linked := filepath.Join(t.TempDir(), "linked.wasm")
	goCommand(t, "build", "-o", linked, "testdata/program/main.go")
	whole, module := readFile(t, linked), readFile(t, shrinkFile(t, linked))
	if _, _, err := Split(whole, module, func(int) bool { return false }); err == nil ||
		!strings.Contains(err.Error(), "no function is for later") {
		t.Errorf("nothing for later: %v", err)
	}
	if _, _, err := Split(whole, small(), func(int) bool { return true }); err == nil {
		t.Error("a program that wasn't shrunk is split")
	}
	if _, _, err := Split(withTables(t, func([]byte) {}), module, func(int) bool { return true }); err == nil {
		t.Error("a program that was linked otherwise is split")
	}
	divide := func(by int) *halves {
		s, err := readHalves(module)
		if err == nil {
			err = s.choose(func(i int) bool { return i%by == 0 })
		}
		if err == nil {
			err = s.divideMemory(whole)
		}
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	half, third := divide(2), divide(3)
	if err := half.check(half.first(), half.rest()); err != nil {
		t.Error(err)
	}
	memory, err := half.run(half.helpers(), half.data(), 0)
	if err != nil {
		t.Fatal(err)
	}
	begun, err := readTables(memory, half.linked(), half.whole.release)
	if err != nil {
		t.Fatal(err)
	}
	for i, r := range half.whole.tables.all {
		frame := r.pcs[pcFrame]
		if half.away[i] {
			frame = nil
		}
		is := begun.all[i]
		if is.name != number(i, r.name) || is.id != r.id || !bytes.Equal(is.pcs[pcFrame], frame) {
			t.Errorf("before the rest comes function %d is %+v", i, is)
		}
	}
	var gone, stay []int // numbers of functions of Go's type; those that stay are called from the rest
	for i, away := range half.away {
		if away {
			gone = append(gone, i)
		} else if half.types[i] == half.goType() && half.called[half.imports+i] {
			stay = append(stay, i)
		}
	}
	swap := func(i, j int) func([][]byte) {
		return func(bodies [][]byte) { bodies[i], bodies[j] = bodies[j], bodies[i] }
	}
	less, more := *half, *half // of the memory
	less.further, more.further = half.further[1:], append(half.further, segment{half.further[0].at + 1, []byte("other")})
	for name, err := range map[string]error{
		"too little memory in the rest": half.check(half.first(), less.rest()),
		"other memory in the rest":      half.check(half.first(), more.rest()),
		"too little in the rest":        half.check(half.first(), third.rest()),
		"another first":                 half.check(third.first(), half.rest()),
		"no rest":                       half.check(half.first(), module),
		"stubs of the first":            half.check(altered(t, half.first(), madeOrder, swap(gone[0], gone[1])), half.rest()),
		"stubs of the rest":             half.check(half.first(), altered(t, half.rest(), restOrder, swap(stay[0], stay[1]))),
		"a stub that isn't run": half.check(half.first(), altered(t, half.rest(), restOrder, func(bodies [][]byte) {
			bodies[stay[0]] = putCode(instr{op: opUnreachable}, instr{op: opEnd})
		})),
	} {
		if err == nil {
			t.Errorf("%s: accepted", name)
		}
	}
}

// altered is a module with other bodies.
func altered(t *testing.T, module []byte, order []byte, alter func(bodies [][]byte)) []byte {
	t.Helper()
	sections, err := parse(module, order)
	if err != nil {
		t.Fatal(err)
	}
	var p program
	if err := each(bodyOf(sections, secCode), p.readBody); err != nil {
		t.Fatal(err)
	}
	alter(p.bodies)
	setBody(sections, secCode, putBodies(p.bodies))
	return emit(sections)
}

func everyOther(number int) bool { return number%2 == 0 }

// firstFile ends the name of the first of two files.
const firstFile = ".first"

// splitFile writes the two modules of a shrunk program beside it, as bring.js finds them.
func splitFile(t *testing.T, linked, shrunk string, later func(int) bool) string {
	t.Helper()
	first, rest, err := Split(readFile(t, linked), readFile(t, shrunk), later)
	if err != nil {
		t.Fatal(err)
	}
	name := shrunk + firstFile
	for name, body := range map[string][]byte{name: first, name + ".rest": rest} {
		if err := os.WriteFile(name, body, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	return name
}

func readFile(t *testing.T, name string) []byte {
	t.Helper()
	body, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return body
}
