package shrink

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/tetratelabs/wazero"
	"github.com/tetratelabs/wazero/api"
)

// calling is a function as the compiler makes it: it grows its frame, goes on from a place, jumps over its call, calls,
// stores and loads on its stack, jumps back once, is unwound or answers.
const calling = "global.get 0; local.set 1; block; loop; block; block; local.get 0; br_table 1 0 1; end;" +
	"local.get 1; i32.const 8; i32.add; local.tee 1; global.set 0;" +
	"local.get 1; i32.load 2 64; i32.const 2; i32.eq; if; i32.const 2; local.set 0; br 2; end;" +
	"local.get 1; i64.extend_u; i64.const 40; i64.add; i32.wrap; local.get 1; i64.load 3 16; i64.const 5; i64.add; " +
	"i64.store 3 8;" +
	"local.get 1; i64.const 268435457; i64.store 3 0; i32.const 1; call 2; global.get 0; local.set 1; br_if 2; end;" +
	"local.get 1; i32.load 2 64; i32.const 3; i32.eq; if; local.get 1; i64.const 0; i64.store 3 64; " +
	"i32.const 1; local.set 0; br 1; end;" +
	"local.get 1; i64.extend_u; i64.const 24; i64.add; i32.wrap; i64.load 3 0; i64.extend8_s; local.set 2; " +
	"local.get 1; local.get 2; i64.store 3 104; i32.const 0; return; end; unreachable; end; i32.const 1; end"

// called leaves its own address at 80 and is unwound if something lies at 64.
const called = "global.get 0; local.set 1; local.get 1; i64.const 268500992; i64.store 3 80; block; local.get 1; " +
	"i32.load 2 64; br_if 0; i32.const 0; return; end; i32.const 1; end"

func twoFunctions(t *testing.T) []byte {
	t.Helper()
	first := function{groups: []group{{1, i32}, {1, i64}}}
	second := function{groups: []group{{1, i32}}}
	return moduleOf(append(first.put(nil), code(t, calling)...), append(second.put(nil), code(t, called)...))
}

// A module by hand runs the same when it is shrunk: with the same answer, end of the stack and memory.
func TestShrunkModuleRunsTheSame(t *testing.T) {
	t.Parallel()
	linked := twoFunctions(t)
	shrunk, err := rewrite(linked, false)
	if err != nil {
		t.Fatal(err)
	}
	if slices.Equal(linked, shrunk) {
		t.Error("nothing was shrunk")
	}
	for _, unwinding := range []uint32{0, 1, 2, 3} {
		for _, place := range []uint64{0, 1, 2} {
			a, b := outcome(t, linked, place, unwinding), outcome(t, shrunk, place, unwinding)
			if a.answer != b.answer || a.stack != b.stack || !slices.Equal(a.memory, b.memory) {
				t.Errorf("from place %d, unwinding %d: linked %d, %d; shrunk %d, %d", place, unwinding, a.answer, a.stack,
					b.answer, b.stack)
			}
		}
	}
}

type ran struct {
	answer, stack uint64
	memory        []byte
}

// outcome runs the first function from a place on.
func outcome(t *testing.T, module []byte, place uint64, unwinding uint32) ran {
	t.Helper()
	ctx := t.Context()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer func() { _ = runtime.Close(ctx) }()
	host := runtime.NewHostModuleBuilder("gojs").NewFunctionBuilder().WithFunc(func(uint32) {}).Export("f")
	if _, err := host.Instantiate(ctx); err != nil {
		t.Fatal(err)
	}
	m, err := runtime.Instantiate(ctx, module)
	if err != nil {
		t.Fatal(err)
	}
	memory := m.Memory()
	for i := range uint32(1000) {
		memory.WriteByte(i, byte(i*7))
	}
	memory.WriteUint32Le(512+64, unwinding) // read by the second, with and without the frame
	memory.WriteUint32Le(520+64, unwinding)
	m.ExportedGlobal("sp").(api.MutableGlobal).Set(512)
	answer, err := m.ExportedFunction("run").Call(ctx, place)
	if err != nil {
		t.Fatal(err)
	}
	all, _ := memory.Read(0, memory.Size())
	return ran{answer[0], m.ExportedGlobal("sp").Get(), slices.Clone(all)}
}

func TestValidateRefuses(t *testing.T) {
	t.Parallel()
	tests := []struct{ name, text, want string }{
		{"an empty stack", "i32.add; end", "stack is empty"},
		{"another type", "i64.const 1; end", "type 0x7e, not 0x7f"},
		{"no answer", "end", "stack is empty"},
		{"two answers", "i32.const 1; i32.const 1; end", "1 values are left"},
		{"a value from outside a block", "i32.const 1; block; drop; end; i32.const 1; end", "stack is empty"},
		{"a value left in a block", "block; i32.const 1; end; i32.const 1; end", "1 values are left"},
		{"an open block", "block; i32.const 1; return; end", "1 blocks are open"},
		{"code behind the end", "i32.const 1; end; nop", "behind the function's end"},
		{"a jump too far", "br 1; end", "a jump out of 1 blocks of 1"},
		{"a table of jumps that differ", "block; i32.const 1; i32.const 0; br_table 1 0 1; end; end", "blocks that differ"},
		{"an else without an if", "block; else; end; i32.const 1; end", "no if is open"},
		{"an if that answers one way only", "i32.const 1; if 0x7f; i32.const 1; end; end", "has no else"},
		{"a local that isn't there", "local.get 9; end", "variable 9"},
		{"a global that isn't there", "global.get 8; end", "variable 8"},
		{"a function that isn't there", "call 2; end", "function 2"},
		{"a type that isn't there", "i32.const 0; i32.const 0; call_indirect 2; end", "type 2"},
		{"an alignment that is too wide", "i32.const 0; i32.load 3 0; end", "alignment of 3"},
		{"a choice between two types", "i32.const 1; i64.const 1; i32.const 1; select; drop; i32.const 1; end", "select of"},
		{"an address of 64 bits", "i64.const 0; i32.load 2 0; end", "type 0x7e, not 0x7f"},
		{"a store of another type", "i32.const 0; i32.const 0; i64.store 3 0; i32.const 1; end", "type 0x7f, not 0x7e"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if err := judge(t, moduleOf(append([]byte{0}, code(t, tt.text)...))); err == nil ||
				!strings.Contains(err.Error(), tt.want) {
				t.Errorf("got %v", err)
			}
		})
	}
}

// A function that isn't valid after the steps is refused, whatever made it so.
func TestInvalidFunctionIsRefused(t *testing.T) {
	t.Parallel()
	sections, err := parse(twoFunctions(t), linkedOrder)
	if err != nil {
		t.Fatal(err)
	}
	p, err := readProgram(sections, 0)
	if err != nil {
		t.Fatal(err)
	}
	_, err = rewrite(moduleOf(append(p.bodies, append([]byte{0}, code(t, "i64.const 1; end")...))...), false)
	if err == nil || !strings.Contains(err.Error(), "function 3: ") {
		t.Errorf("got %v", err)
	}
}

// Each instruction takes and answers what wazero says it does, and an access is aligned to its width at most.
func TestTypesAgreeWithWazero(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer func() { _ = runtime.Close(ctx) }()
	locals := map[byte]byte{i32: 0, i64: 1, f32: 2, f64: 3}
	accepts := func(s signature, code ...byte) bool {
		body := []byte{3, 1, i64, 1, f32, 1, f64}
		for _, p := range s.params {
			body = append(body, opLocalGet, locals[p])
		}
		body = append(body, code...)
		for _, r := range s.results {
			body = append(body, opLocalSet, locals[r])
		}
		module := moduleOf(append(body, opI32Const, 0, opEnd))
		compiled, err := runtime.CompileModule(ctx, module)
		if err == nil {
			_ = compiled.Close(ctx)
		}
		if ours := judge(t, module); (ours == nil) != (err == nil) {
			t.Errorf("% x: we say %v, and wazero %v", code, ours, err)
		}
		return err == nil
	}
	for op := opNumeric; op <= opNumericLast; op++ {
		if !accepts(numeric(byte(op)), byte(op)) {
			t.Errorf("%#x is refused", op)
		}
	}
	for sub := range byte(8) {
		if !accepts(truncation(sub), opPrefix, sub) {
			t.Errorf("%#x %d is refused", opPrefix, sub)
		}
	}
	for op := byte(opLoad); op <= opStoreLast; op++ {
		widest := -1
		for align := range byte(5) {
			for _, typ := range []byte{i32, i64, f32, f64} {
				s := signature{[]byte{i32}, []byte{typ}}
				if op >= opStore {
					s = signature{[]byte{i32, typ}, nil}
				}
				if accepts(s, op, align, 0) {
					widest = int(align)
				}
			}
		}
		if widest < 0 {
			t.Errorf("%#x is refused", op)
		}
	}
}

// judge reads and validates a module.
func judge(t *testing.T, module []byte) error {
	t.Helper()
	sections, err := parse(module, linkedOrder)
	if err != nil {
		return err
	}
	p, err := readProgram(sections, 0)
	if err != nil {
		return err
	}
	return p.validate()
}

// The validator and wazero agree on functions with a byte changed at random. What the validator doesn't know it
// refuses.
func TestValidatorAgreesWithWazero(t *testing.T) {
	t.Parallel()
	ctx := t.Context()
	runtime := wazero.NewRuntimeWithConfig(ctx, wazero.NewRuntimeConfigInterpreter())
	defer func() { _ = runtime.Close(ctx) }()
	mixed := function{groups: []group{{1, i32}, {2, i64}, {1, f64}}}
	text := "i32.const 3; if 0x7f; i32.const 4; else; local.get 0; i32.eqz; end; local.get 2; i64.const 9; i64.lt_s; " +
		"i32.add; local.set 1;" +
		"loop 0x7e; i32.const 1; br_if 0; i64.const 2; end; drop; loop; local.get 1; br_if 0; block 0x7e; i64.const 3; " +
		"local.get 0; br_if 0; end; local.tee 3; drop; end;" +
		"i32.const 0; f64.load 3 8; local.get 4; f64.add; local.get 3; f64.convert; local.get 1; select; local.set 4;" +
		"i32.const 8; local.get 0; i32.store 2 0; memory.size; drop; i32.const 1; i32.const 4096; call_indirect 0; drop; " +
		"block; br 0; i32.add; drop; end; i32.const 1; return; end"
	other := function{groups: []group{{1, i32}, {1, i64}}}
	seeds := [][]byte{append(mixed.put(nil), code(t, text)...),
		append(other.put(nil), code(t, strings.ReplaceAll(calling, "call 2", "call 1"))...)}
	random := rand.New(rand.NewPCG(1, 2))
	accepted := 0
	for i := range 6000 {
		body := slices.Clone(seeds[i%2])
		for range i / 2 % 3 { // the first of all as it is
			at := random.IntN(len(body))
			body[at] = byte(random.IntN(256))
			if random.IntN(2) == 0 {
				body[at] = seeds[i%2][random.IntN(len(body))] // an instruction or a number that occurs
			}
		}
		module := moduleOf(body)
		ours := judge(t, module)
		compiled, theirs := runtime.CompileModule(ctx, module)
		if theirs == nil {
			_ = compiled.Close(ctx)
		}
		_, unread := readFunction(body, nil)
		switch {
		case ours == nil && theirs == nil:
			accepted++
		case ours == nil:
			t.Fatalf("%x is accepted, and wazero says %v", body, theirs)
		case theirs == nil && unread == nil:
			t.Fatalf("wazero accepts %x, and we say %v", body, ours)
		}
	}
	if accepted < 2000 || accepted > 5000 {
		t.Errorf("%d of 6,000 are accepted: the changes prove little", accepted)
	}
}
