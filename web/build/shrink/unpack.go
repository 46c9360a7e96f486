package shrink

import (
	"fmt"
	"math"
	"strings"
)

// helpers is how many functions unpack adds behind the program's own. Go's tables and the table of functions don't
// know them.
const helpers = 5

// The helpers' signatures, as types behind the program's own, in the order of the helpers.
var helperTypes = [helpers]signature{
	goFunction, goFunction,
	{params: []byte{i32}}, {params: []byte{i32, i32, i32}},
	{},
}

// unpacker writes the functions that unpack the tables when the program starts, as text for assemble. Those of the rest
// unpack what the first file doesn't know, when the rest comes.
type unpacker struct {
	t     *tables
	p     *packed
	at    places // of what is packed
	first int    // the index of the first helper
}

// isRest reports whether the helpers are the rest's.
func (u unpacker) isRest() bool { return u.p.before > 0 }

// each repeats instructions for all records that are packed, with their addresses in a local, counted down by another.
// A record that waits for the rest has no tables by place.
func (u unpacker) each(record, left int, text string) string {
	ours := fmt.Sprintf("i32.const %d; i32.eq;", pcColumns)
	if u.isRest() {
		ours = "i32.eqz;"
	}
	return fmt.Sprintf("i32.const %d; local.set %d;", u.at.records, record) +
		fmt.Sprintf("i32.const %d; local.set %d; loop;", u.p.count, left) +
		fmt.Sprintf("local.get %d; i32.load 2 %d; %s if; %s end;", record, wordPcData, ours, text) +
		add(record, unpackedSize) + countDown(left) + "end;"
}

// The helpers, by their places behind the first.
const (
	helpNext = iota
	helpBehind
	helpNumbers
	helpReferences
	helpStart
)

// bodies are the helpers' bodies. All locals are i32.
func (u unpacker) bodies() ([][]byte, error) {
	var all [][]byte
	for _, h := range []struct {
		locals uint32
		text   string
	}{{4, u.next()}, {1, u.behind()}, {3, u.numbers()}, {6, u.references()}, {5, u.start()}} {
		code, err := assemble(h.text)
		if err != nil {
			return nil, err
		}
		f := function{groups: []group{{h.locals, i32}}}
		all = append(all, append(f.put(nil), code...))
	}
	return all, nil
}

func (u unpacker) call(helper int) string { return fmt.Sprintf("call %d;", u.first+helper) }

// add adds to a local.
func add(local, n int) string {
	return fmt.Sprintf("local.get %[1]d; i32.const %[2]d; i32.add; local.set %[1]d;", local, n)
}

// countDown repeats a loop while a local isn't zero.
func countDown(local int) string {
	return fmt.Sprintf("local.get %[1]d; i32.const 1; i32.sub; local.tee %[1]d; br_if 0;", local)
}

// next takes a place where it is kept from where to read on, and answers the number there: seven bits a byte.
// Locals: 1 from where, 2 the number, 3 its bits so far, 4 a byte.
func (u unpacker) next() string {
	return "local.get 0; i32.load 2 0; local.set 1; loop;" +
		"local.get 2; local.get 1; i32.load8_u 0 0; local.tee 4; i32.const 127; i32.and;" +
		"local.get 3; i32.shl; i32.or; local.set 2;" + add(1, 1) + add(3, 7) +
		"local.get 4; i32.const 128; i32.and; br_if 0; end;" +
		"local.get 0; local.get 1; i32.store 2 0; local.get 2; end"
}

// signed makes the number that next answered a signed one; the local is for keeping it.
func signed(local int) string {
	return fmt.Sprintf("local.tee %[1]d; i32.const 1; i32.shr_u; i32.const 0; local.get %[1]d; i32.const 1; i32.and; "+
		"i32.sub; i32.xor;", local)
}

// behind takes where a table by place begins and answers where it ends. Local 1 tells that it isn't the first value.
func (u unpacker) behind() string {
	skip := "loop; local.get 0; i32.load8_u 0 0;" + add(0, 1) + "i32.const 128; i32.and; br_if 0; end;"
	return "loop; local.get 0; i32.load8_u 0 0; i32.eqz; local.get 1; i32.and;" +
		"if; local.get 0; i32.const 1; i32.add; return; end;" +
		"i32.const 1; local.set 1;" + skip + skip + "br 0; end; unreachable; end"
}

// numbers writes a column of plain numbers to a word of all records. Locals: 1 a record, 2 how many are left, 3 for
// signed.
func (u unpacker) numbers() string {
	return u.each(1, 2, fmt.Sprintf("local.get 1; local.get 0; i32.add; i32.const %d;", u.at.numbers-8)+
		u.call(helpNext)+signed(3)+"i32.store 2 0;") + "end"
}

// references writes a column of references to a word of all records. It takes the word, what 0 stands for, and where
// the first table by place lies, or -1 for values.
// Locals: 3 a record, 4 how many are left, 5 the reference, 6 the value, 7 the end of the values seen, 8 the last new
// one.
func (u unpacker) references() string {
	value := fmt.Sprintf("i32.const %d;", u.at.numbers-4) + u.call(helpNext) + signed(6) +
		"local.get 8; i32.add; local.tee 8; local.set 6;"
	table := fmt.Sprintf("local.get 2; local.set 6; local.get 2; i32.const %d; i32.add;", u.t.pcs) +
		u.call(helpBehind) + fmt.Sprintf("i32.const %d; i32.sub; local.set 2;", u.t.pcs)
	return fmt.Sprintf("i32.const %d; local.set 7;", u.at.seen) +
		u.each(3, 4, "local.get 1; local.set 6;"+
			fmt.Sprintf("i32.const %d;", u.at.numbers-8)+u.call(helpNext)+"local.tee 5; if;"+
			"local.get 5; i32.const 1; i32.eq; if;"+
			"local.get 2; i32.const -1; i32.eq; if;"+value+"else;"+table+"end;"+
			"local.get 7; local.get 6; i32.store 2 0;"+add(7, 4)+
			"else; local.get 7; local.get 5; i32.const 1; i32.sub; i32.const 2; i32.shl; i32.sub; i32.load 2 0;"+
			"local.set 6; end; end;"+
			"local.get 3; local.get 0; i32.add; local.get 6; i32.store 2 0;") + "end"
}

// start is run before the program, and the rest's when that comes. Locals: 0 a function, 1 its record, 2 its entry in
// functab, 3 its name, 4 what is packed of it.
func (u unpacker) start() string {
	var s strings.Builder
	if !u.isRest() {
		s.WriteString(u.begin())
	}
	for _, word := range []int{wordArgs, wordDefer} {
		fmt.Fprintf(&s, "i32.const %d; %s", word, u.call(helpNumbers))
	}
	for _, c := range u.p.columns {
		begin := -1
		if c.pcs {
			begin = c.begin
		}
		fmt.Fprintf(&s, "i32.const %d; i32.const %d; i32.const %d; %s", c.word, c.none, begin, u.call(helpReferences))
	}
	if u.isRest() {
		s.WriteString(u.each(1, 0, fmt.Sprintf("local.get 1; i32.const %d; i32.store 2 %d;", pcColumns, wordPcData)))
	}
	fmt.Fprintf(&s, "i32.const %d; i32.const 0; i32.const %d; memory.fill 11 0; end", u.at.numbers-8,
		u.at.end-u.at.numbers+8)
	return s.String()
}

// begin makes all records, their names and functab, and findfunctab.
func (u unpacker) begin() string {
	var s strings.Builder
	say := func(format string, args ...any) { fmt.Fprintf(&s, format, args...) }
	records := u.at.records
	say("i32.const %d; local.set 1; i32.const %d; local.set 2; i32.const %d; local.set 3;", records,
		u.at.funcs, u.t.names+1)
	say("loop;")
	say("local.get 2; local.get 0; i32.const %d; i32.add; i32.store 2 0;", firstAddress)
	say("local.get 2; local.get 1; i32.const %d; i32.sub; i32.store 2 4;", u.at.funcs)
	say("local.get 1; local.get 0; i32.const %d; i32.add; i32.store 2 0;", firstAddress)
	say("local.get 1; local.get 3; i32.const %d; i32.sub; i32.store 2 %d;", u.t.names, wordName)
	say("i32.const %d; %s local.set 4;", u.at.numbers-8, u.call(helpNext))
	say("local.get 1; i32.const 0; i32.const %d; local.get 4; i32.const %d; i32.and; select; i32.store 2 %d;",
		pcColumns, packedAway, wordPcData)
	say("local.get 1; local.get 4; i32.const %d; i32.div_u; i32.store 2 %d;", packedID, wordIDs)
	say("local.get 3; i64.const %d; i64.const %d; local.get 4; i32.const %d; i32.and; select; i64.store 0 0;",
		eight(nameOfRuntime), eight(nameOfProgram), packedRuntime)
	say("local.get 3; i64.const %d; i64.store 0 8;", eight(nameMethod))
	for i, power := 0, int(math.Pow10(nameDigits-1)); i < nameDigits; i, power = i+1, power/10 {
		say("local.get 3; local.get 0; i32.const %d; i32.div_u; i32.const 10; i32.rem_u; i32.const 48; i32.add; "+
			"i32.store8 0 %d;",
			power, 8+len(nameMethod)+i)
	}
	say("%s%s%s%s", add(1, unpackedSize), add(2, 8), add(3, nameSize), add(0, 1))
	say("local.get 0; i32.const %d; i32.lt_u; br_if 0; end;", u.p.count)
	say("local.get 2; i32.const %d; i32.store 2 0;", firstAddress+u.p.count)
	for i, r := range u.t.all {
		if n := number(i, r.name); n == r.name {
			say("i32.const %d; i32.const %d; i32.store 2 0;", records+i*unpackedSize+wordName, u.at.nameAt(u.t, n))
		}
	}
	say("i32.const 0; local.set 0; i32.const %d; local.set 1; loop;", u.t.find)
	say("local.get 1; local.get 0; i32.const 4; i32.shr_u; i32.store 2 0; %s%s", add(1, 20), add(0, 1))
	say("local.get 0; i32.const %d; i32.lt_u; br_if 0; end;", u.t.buckets)
	return s.String()
}

// eight is the number whose bytes in memory are the text.
func eight(text string) int64 { return int64(le.Uint64(append([]byte(text), make([]byte, 8)...))) }
