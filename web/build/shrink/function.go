package shrink

// group is so many locals of one type.
type group struct {
	count uint32
	typ   byte
}

// function is a body, read.
type function struct {
	groups []group // of locals, the parameters apart
	code   []instr
	body   []byte // where the instructions lie
}

// readFunction reads a body; the space for instructions is used again.
func readFunction(body []byte, space []instr) (function, error) {
	r := &reader{all: body}
	f := function{body: body}
	for range r.count() {
		g := group{r.u32(), r.byte()}
		checkValueType(r, g.typ)
		f.groups = append(f.groups, g)
	}
	f.code = decode(r, space[:0])
	return f, r.err
}

// put writes the body.
func (f *function) put(to []byte) []byte {
	to = putU32(to, uint32(len(f.groups)))
	for _, g := range f.groups {
		to = append(putU32(to, g.count), g.typ)
	}
	for _, in := range f.code {
		if in.made() {
			to = in.put(to)
		} else {
			to = append(to, f.body[in.from:in.to]...)
		}
	}
	return to
}

// The locals of a function that the compiler made.
const (
	stackLocal  = 1 // where Go's stack ends, as in global 0
	returnLocal = 2 // the function's own address, where fixReturns put it
)

// compiled reports whether the compiler made the function, not the hand of an assembler's author: then it begins with
// keeping the end of Go's stack in its first local.
func (f *function) compiled(s signature) bool {
	return s.equal(goFunction) && len(f.groups) > 0 && f.groups[0] == group{1, i32} &&
		follow(f.code, opGlobalGet, opLocalSet) && f.code[0].arg == 0 && f.code[1].arg == stackLocal
}
