package shrink

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func join(parts ...string) string { return strings.Join(parts, "; ") }

func TestFixReturns(t *testing.T) {
	t.Parallel()
	const begin, own = "global.get 0; local.set 1", "i64.const 268435456; local.set 2"
	tests := []struct {
		name       string
		groups     []group
		in, want   string
		wantGroups []group
	}{
		{
			"a call", []group{{1, i32}}, join(begin, "i64.const 268435459; i64.store 3 0; end"),
			join(begin, own, "local.get 2; i64.const 3; i64.or; i64.store 3 0; end"), []group{{1, i32}, {1, i64}},
		},
		{
			"its other locals move on", []group{{1, i32}, {2, i64}, {1, f64}},
			join(begin, "local.get 2; local.set 3; local.get 4; local.tee 1; local.get 0; i64.const 268435456; end"),
			join(begin, own, "local.get 3; local.set 4; local.get 5; local.tee 1; local.get 0; local.get 2; i64.const 0; "+
				"i64.or; end"), []group{{1, i32}, {3, i64}, {1, f64}},
		},
		{"floats alone", []group{{1, i32}, {1, f64}}, join(begin, "local.get 2; i64.const 268500991; end"),
			join(begin, own, "local.get 3; local.get 2; i64.const 65535; i64.or; end"), []group{{1, i32}, {1, i64}, {1, f64}}},
		{"another function's address", []group{{1, i32}}, join(begin, "i64.const 268500992; end"),
			join(begin, "i64.const 268500992; end"), []group{{1, i32}}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := read(t, tt.groups, tt.in)
			if found := f.fixReturns(firstAddress); (found > 0) != (tt.in != tt.want) {
				t.Errorf("%d found", found)
			}
			if diff := cmp.Diff(tt.want, said(f.code)); diff != "" {
				t.Error(diff)
			}
			if diff := cmp.Diff(tt.wantGroups, f.groups, cmp.AllowUnexported(group{})); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestFoldStack(t *testing.T) {
	t.Parallel()
	const wide = "local.get 1; i64.extend_u; i64.const 40; i64.add" // 40 above the end of the stack
	const step = "local.get 1; i32.const 8; i32.add; local.tee 1; global.set 0"
	tests := []struct{ name, in, want string }{
		{"a load", wide + "; i32.wrap; i64.load 3 8", "local.get 1; i64.load 3 48"},
		{"the end itself", "local.get 1; i64.extend_u; i32.wrap; i64.load 3 8", "local.get 1; i64.load 3 8"},
		{"a store", wide + "; i32.wrap; i64.const 7; i64.store 3 8", "local.get 1; i64.const 7; i64.store 3 48"},
		{
			"a store of a sum that is loaded",
			wide + "; i32.wrap; local.get 2; local.get 1; i64.load 3 16; i64.add; i64.store 3 8",
			"local.get 1; local.get 2; local.get 1; i64.load 3 16; i64.add; i64.store 3 48",
		},
		{"a sum that is kept", wide + "; i32.wrap; local.tee 3; i64.load 3 0",
			"local.get 1; i32.const 40; i32.add; local.tee 3; i64.load 3 0"},
		{"a block between", wide + "; i32.wrap; block; end; i64.load 3 0",
			"local.get 1; i32.const 40; i32.add; block; end; i64.load 3 0"},
		{"a call between", wide + "; i32.wrap; call 0; i64.load 3 0",
			"local.get 1; i32.const 40; i32.add; call 0; i64.load 3 0"},
		{"the value, not the address", "local.get 2; i32.wrap; " + wide + "; i64.store 3 0",
			"local.get 2; i32.wrap; " + wide + "; i64.store 3 0"},
		{"a frame and an address to return to", join(step, step, "i32.const 0; return"),
			"local.get 1; i32.const 16; i32.add; global.set 0; i32.const 0; return"},
		{"a frame alone", join(step, "i32.const 0; return"), join(step, "i32.const 0; return")},
		{"a stack that goes on", join(step, step, "i32.const 0; drop"), join(step, step, "i32.const 0; drop")},
		{"another local", "local.get 3; i64.extend_u; i64.const 40; i64.add; i32.wrap; i64.load 3 0",
			"local.get 3; i64.extend_u; i64.const 40; i64.add; i32.wrap; i64.load 3 0"},
		{"below the end", "local.get 1; i32.const -8; i32.add; i64.load 3 0",
			"local.get 1; i32.const -8; i32.add; i64.load 3 0"},
		{"too far", "local.get 1; i64.extend_u; i64.const 16777216; i64.add; i32.wrap; i64.load 3 0",
			"local.get 1; i64.extend_u; i64.const 16777216; i64.add; i32.wrap; i64.load 3 0"},
		{"too far with the offset", "local.get 1; i32.const 8; i32.add; i64.load 3 16777216",
			"local.get 1; i32.const 8; i32.add; i64.load 3 16777216"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := read(t, []group{{1, i32}, {1, i64}, {1, i32}}, tt.in)
			f.foldStack()
			if diff := cmp.Diff(tt.want, said(f.code)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestStraightenExits(t *testing.T) {
	t.Parallel()
	const exit = "if; i32.const 1; return; end"
	tests := []struct{ name, in, want string }{
		{
			"at any depth", "block; local.get 0; br_if 0; loop; block; local.get 0; br_if 2; end; end; unreachable; end; " +
				"i32.const 1; end",
			"block; local.get 0; " + exit + "; loop; block; local.get 0; " + exit +
				"; end; end; unreachable; end; i32.const 1; end",
		},
		{"to other blocks", "block; loop; block; local.get 0; br_if 0; local.get 0; br_if 1; end; end; end; i32.const 1; end",
			""},
		{"out of the function", "block; local.get 0; br_if 1; unreachable; end; i32.const 1; end", ""},
		{"another answer", "block; local.get 0; br_if 0; unreachable; end; i32.const 0; end", ""},
		{"more behind the block", "block; local.get 0; br_if 0; unreachable; end; nop; i32.const 1; end", ""},
		{"a block before the outermost", "block; local.get 0; br_if 0; end; block; unreachable; end; i32.const 1; end", ""},
		{"a loop", "loop; local.get 0; br_if 0; unreachable; end; i32.const 1; end", ""},
		{"an if", "local.get 0; if; local.get 0; br_if 0; unreachable; end; i32.const 1; end", ""},
		{"no block", "unreachable; i32.const 1; end", ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := read(t, nil, tt.in)
			f.straightenExits()
			if tt.want == "" {
				tt.want = tt.in
			}
			if diff := cmp.Diff(tt.want, said(f.code)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestShortenJumps(t *testing.T) {
	t.Parallel()
	const begin = "loop; block; block; local.get 0; br_table 1 0 1; end"
	const rest, forward = "end; unreachable; end; unreachable; end", "i32.const 2; local.set 0; br 2"
	tests := []struct{ name, in, want string }{
		{"if something is so", join(begin, "local.get 1; if", forward, "end", rest),
			join(begin, "local.get 1; br_if 0", rest)},
		{"in any case", join(begin, "i32.const 2; local.set 0; br 1", rest), join(begin, "br 0", rest)},
		{"after something else", join(begin, "local.get 1; if; nop", forward, "end", rest),
			join(begin, "local.get 1; if; nop; br 1; end", rest)},
		{"if something isn't so", join(begin, "local.get 1; if", forward, "else; nop; end", rest),
			join(begin, "local.get 1; if; br 1; else; nop; end", rest)},
		{"a number behind the table", join(begin, "i32.const 9; local.set 0; br 1", rest), join(begin, "br 0", rest)},
		{"one forward, one back",
			join(begin, "i32.const 1; local.set 0; br 1; end; i32.const 1; local.set 0; br 0; end; end"),
			join(begin, "br 0; end; i32.const 1; local.set 0; br 0; end; end")},
		{"beside a function's value",
			join(begin, "i64.const 0; i32.wrap; local.set 0; i32.const 0; local.get 0; call_indirect 0; drop; i32.const 2; "+
				"local.set 0; br 1", rest),
			join(begin, "i64.const 0; i32.wrap; local.set 0; i32.const 0; local.get 0; call_indirect 0; drop; br 0", rest)},
		{"an if that answers", join(begin, "local.get 1; if 127", forward, "end", rest),
			join(begin, "local.get 1; if; br 1; end", rest)},

		{"back", join(begin, "i32.const 0; local.set 0; br 1", rest), ""},
		{"another block", join(begin, "i32.const 2; local.set 0; br 0", rest), ""},
		{"another local", join(begin, "i32.const 2; local.set 1; br 0", rest), ""},
		{"a jump back without a number", join(begin, "br 1; i32.const 2; local.set 0; br 1", rest), ""},
		{"the number is read", join(begin, "i32.const 2; local.set 0; br 1; local.get 0", rest), ""},
		{"the number is kept", join(begin, "i32.const 2; local.tee 0; br 1; i32.const 2; local.set 0; br 1", rest), ""},
		{"a second table", join(begin, "i32.const 2; local.set 0; br 1; local.get 1; br_table 0 0", rest), ""},
		{"a table that leads out of the loop", "block; loop; block; local.get 0; br_table 1 0 2; end; " +
			"i32.const 0; local.set 0; br 0; end; unreachable; end; end", ""},
		{"a table by another local", "loop; block; block; local.get 1; br_table 1 0 1; end; " +
			"i32.const 2; local.set 0; br 1; " + rest, ""},
		{"no loop", "block; block; block; local.get 0; br_table 1 0 1; end; i32.const 2; local.set 0; br 1; " + rest, ""},
		{"no table", "loop; i32.const 2; local.set 0; br 0; end; end", ""},
		{"an open loop", join(begin, "i32.const 2; local.set 0; br 1; end"), ""},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if tt.want == "" {
				tt.want = tt.in
			}
			want := read(t, nil, tt.want)
			f := read(t, nil, tt.in)
			if found := f.shortenJumps(); (found > 0) != (tt.in != tt.want) {
				t.Errorf("%d found", found)
			}
			if diff := cmp.Diff(said(want.code), said(f.code)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

// Functions that don't begin as the compiler's do keep their bytes.
func TestCompiled(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name   string
		s      signature
		groups []group
		text   string
		want   bool
	}{
		{"the compiler's", goFunction, []group{{1, i32}, {3, i64}}, "global.get 0; local.set 1; end", true},
		{"another signature", signature{[]byte{i32}, nil}, []group{{1, i32}}, "global.get 0; local.set 1; end", false},
		{"no local", goFunction, nil, "global.get 0; local.set 0; end", false},
		{"two locals of 32 bits", goFunction, []group{{2, i32}}, "global.get 0; local.set 1; end", false},
		{"another global", goFunction, []group{{1, i32}}, "global.get 7; local.set 1; end", false},
		{"another beginning", goFunction, []group{{1, i32}}, "i32.const 0; end", false},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			f := read(t, tt.groups, tt.text)
			if got := f.compiled(tt.s); got != tt.want {
				t.Errorf("got %v", got)
			}
		})
	}
}
