package shrink

import (
	"errors"
	"fmt"
)

// validate checks bodies as a browser does before it runs them (WebAssembly 1.0, appendix A.3): the structure of
// blocks, the types of values, the height of the operand stack.
func (p *program) validate() error {
	v := validator{p: p}
	var space []instr
	for i, body := range p.bodies {
		s := p.funcs[p.imports+i]
		f, err := readFunction(body, space)
		if err == nil {
			space = f.code
			err = v.function(f, s)
		}
		if err != nil {
			return fmt.Errorf("function %d: %w", p.imports+i, err)
		}
	}
	return nil
}

// unknown is the type of a value behind a jump, where nothing is known and anything fits.
const unknown = 0

// frame is a block that is open.
type frame struct {
	op     byte
	result byte // or noResult
	height int  // of the operand stack where it began
	dead   bool // behind a jump
}

// validator follows one function after another.
type validator struct {
	p      *program
	body   []byte // of the present function
	locals []byte
	values []byte // the types on the operand stack
	frames []frame
	err    error
}

func (v *validator) fail(format string, args ...any) {
	if v.err == nil {
		v.err = fmt.Errorf(format, args...)
	}
}

// function checks one; the function's own frame is the outermost.
func (v *validator) function(f function, s signature) error {
	if len(s.results) > 1 {
		return errors.New("more than one result")
	}
	v.body, v.locals = f.body, append(v.locals[:0], s.params...)
	for _, g := range f.groups {
		if g.count > 50_000 || len(v.locals) > 50_000 {
			return errors.New("more locals than browsers allow")
		}
		for range g.count {
			v.locals = append(v.locals, g.typ)
		}
	}
	result := byte(noResult)
	if len(s.results) == 1 {
		result = s.results[0]
	}
	v.values, v.err = v.values[:0], nil
	v.frames = append(v.frames[:0], frame{op: opBlock, result: result})
	for i, in := range f.code {
		if len(v.frames) == 0 {
			return fmt.Errorf("instruction %d is behind the function's end", i)
		}
		if v.step(in); v.err != nil {
			return fmt.Errorf("instruction %d, %#x: %w", i, in.op, v.err)
		}
	}
	if len(v.frames) > 0 {
		return fmt.Errorf("%d blocks are open at the function's end", len(v.frames))
	}
	return nil
}

func (v *validator) step(in instr) {
	switch op := in.op; {
	case op == opNop:
	case op == opUnreachable:
		v.die()
	case op == opIf:
		v.pop(i32)
		v.open(in)
	case op == opBlock || op == opLoop:
		v.open(in)
	case op == opElse:
		if v.top().op != opIf {
			v.fail("no if is open")
			return
		}
		result := v.close()
		v.open(instr{op: opElse, arg: int64(result)})
	case op == opEnd:
		was := v.top().op
		result := v.close()
		if was == opIf && result != noResult {
			v.fail("an if that answers has no else")
		}
		v.push(result)
	case op == opBr:
		v.pop(v.label(uint32(in.arg)))
		v.die()
	case op == opBrIf:
		v.pop(i32)
		answer := v.label(uint32(in.arg))
		v.pop(answer)
		v.push(answer)
	case op == opBrTable:
		v.branchTable(in)
	case op == opReturn:
		v.pop(v.frames[0].result)
		v.die()
	case op == opCall:
		if in.arg >= int64(len(v.p.funcs)) {
			v.fail("function %d", in.arg)
			return
		}
		v.apply(v.p.funcs[in.arg])
	case op == opCallIndirect:
		v.pop(i32)
		if in.arg >= int64(len(v.p.types)) {
			v.fail("type %d", in.arg)
			return
		}
		v.apply(v.p.types[in.arg])
	case op == opDrop:
		v.take()
	case op == opSelect:
		v.pop(i32)
		a := v.take()
		b := v.take()
		if a != b && a != unknown && b != unknown {
			v.fail("select of %#x and %#x", a, b)
		}
		if a == unknown {
			a = b
		}
		v.values = append(v.values, a)
	case op >= opLocalGet && op <= opLocalTee:
		v.variable(in, v.locals)
	case op == opGlobalGet || op == opGlobalSet:
		v.variable(in, v.p.globals)
	case op >= opLoad && op <= opStoreLast:
		v.access(in)
	case op == opMemorySize:
		v.push(i32)
	case op == opMemoryGrow:
		v.pop(i32)
		v.push(i32)
	case op >= opI32Const && op <= opF64Const:
		v.push(i32 - (op - opI32Const))
	case op >= opNumeric && op <= opNumericLast:
		v.apply(numeric(op))
	case op == opPrefix && in.arg <= 7:
		v.apply(truncation(byte(in.arg)))
	case op == opPrefix:
		v.apply(signature{params: []byte{i32, i32, i32}})
	default:
		v.fail("unknown")
	}
}

func (v *validator) top() *frame { return &v.frames[len(v.frames)-1] }

func (v *validator) push(t byte) {
	if t != noResult {
		v.values = append(v.values, t)
	}
}

// take takes a value of any type off the operand stack.
func (v *validator) take() byte {
	top := v.top()
	if len(v.values) == top.height {
		if !top.dead {
			v.fail("the operand stack is empty")
		}
		return unknown
	}
	t := v.values[len(v.values)-1]
	v.values = v.values[:len(v.values)-1]
	return t
}

func (v *validator) pop(want byte) {
	if want == noResult {
		return
	}
	if got := v.take(); got != want && got != unknown {
		v.fail("a value of type %#x, not %#x", got, want)
	}
}

func (v *validator) open(in instr) {
	v.frames = append(v.frames, frame{op: in.op, result: byte(in.arg), height: len(v.values)})
}

// close ends the innermost block and answers its result, which isn't on the stack yet.
func (v *validator) close() byte {
	top := *v.top()
	v.pop(top.result)
	if len(v.values) != top.height {
		v.fail("%d values are left in a block", len(v.values)-top.height)
	}
	v.frames = v.frames[:len(v.frames)-1]
	return top.result
}

// die is for what jumps away: nothing behind it runs.
func (v *validator) die() {
	top := v.top()
	v.values = v.values[:top.height]
	top.dead = true
}

// label is what a jump to a block takes along; to a loop, which begins anew, nothing.
func (v *validator) label(depth uint32) byte {
	if int64(depth) >= int64(len(v.frames)) {
		v.fail("a jump out of %d blocks of %d", depth, len(v.frames))
		return noResult
	}
	f := v.frames[len(v.frames)-1-int(depth)]
	if f.op == opLoop {
		return noResult
	}
	return f.result
}

func (v *validator) branchTable(in instr) {
	v.pop(i32)
	r := &reader{all: v.body[in.from+1 : in.to]}
	first := byte(noResult)
	for i := range r.count() + 1 {
		answer := v.label(r.u32())
		if i > 0 && answer != first {
			v.fail("a table of jumps to blocks that differ")
		}
		first = answer
	}
	v.pop(first)
	v.die()
}

func (v *validator) apply(s signature) {
	for i := len(s.params) - 1; i >= 0; i-- {
		v.pop(s.params[i])
	}
	v.values = append(v.values, s.results...)
}

// variable is a local or a global.
func (v *validator) variable(in instr, types []byte) {
	if in.arg >= int64(len(types)) {
		v.fail("variable %d of %d", in.arg, len(types))
		return
	}
	t := types[in.arg]
	if in.op != opLocalGet && in.op != opGlobalGet {
		v.pop(t)
	}
	if in.op != opLocalSet && in.op != opGlobalSet {
		v.push(t)
	}
}

// access is a load or a store. Its alignment is at most the width.
func (v *validator) access(in instr) {
	const widths = "\x02\x03\x02\x03" + "\x00\x00\x01\x01" + "\x00\x00\x01\x01\x02\x02" + // loads
		"\x02\x03\x02\x03" + "\x00\x01" + "\x00\x01\x02"
	const types = "\x7f\x7e\x7d\x7c" + "\x7f\x7f\x7f\x7f" + "\x7e\x7e\x7e\x7e\x7e\x7e" +
		"\x7f\x7e\x7d\x7c" + "\x7f\x7f" + "\x7e\x7e\x7e"
	k := in.op - opLoad
	if in.arg > int64(widths[k]) {
		v.fail("an alignment of %d", in.arg)
	}
	if in.op >= opStore {
		v.pop(types[k])
		v.pop(i32)
		return
	}
	v.pop(i32)
	v.push(types[k])
}
