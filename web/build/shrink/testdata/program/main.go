// Command program does what leans on the tables of Go's runtime, and prints what came of it.
package main

import (
	"errors"
	"fmt"
	"os"
	"reflect"
	"runtime"
	"runtime/debug"
)

func main() {
	for _, part := range []func(){nilPointer, index, nilReceiver, deferred, notDeferred, throughWrapper, goexit} {
		try(part)
	}
	fmt.Println("deep", deep(20_000, new(int)))
	fmt.Println("stubs", stubs())
	fmt.Println("kept", kept())
	fmt.Println("frames", frames() > 1)
	if len(os.Args) > 1 {
		panic(errors.New("last words"))
	}
}

// try runs a part and prints what it panicked with.
func try(part func()) {
	defer func() { fmt.Println(recover()) }()
	part()
}

//go:noinline
func nilPointer() { fmt.Println(*(*int)(nil)) }

//go:noinline
func index() { fmt.Println(os.Args[len(os.Args)+5]) }

type value struct{ n int }

func (v value) Number() int { return v.n }

// nilReceiver calls a value's method by a nil pointer: runtime.panicwrap reads the wrapper's name.
func nilReceiver() {
	defer func() { fmt.Println(recover() != nil) }()
	var v interface{ Number() int } = (*value)(nil)
	v.Number()
}

func deferred() {
	defer fmt.Println("deferred last")
	for i := range 3 {
		defer fmt.Println("deferred", i)
	}
	panic("deferred")
}

func rescue() { fmt.Println("rescued", recover()) }

// small is inlined, so that rescue isn't called by the deferred function itself.
func small() { rescue() }

func notDeferred() {
	defer small()
	panic("not rescued")
}

type wrapped struct{ value }

func (v value) Rescue() { rescue2(v) }

//go:noinline
func rescue2(value) { fmt.Println("too deep", recover()) }

func throughWrapper() {
	var w interface{ Rescue() } = &wrapped{}
	defer w.Rescue()
	panic("through a wrapper")
}

func goexit() {
	done := make(chan string)
	go func() {
		defer func() { done <- fmt.Sprint("gone ", recover()) }()
		runtime.Goexit()
	}()
	fmt.Println(<-done)
}

// deep grows the stack, with pointers into it, while the collector runs.
func deep(n int, above *int) int {
	if n == 0 {
		runtime.GC()
		debug.FreeOSMemory()
		return *above
	}
	here := *above + 1
	list := []*int{&here, new(int)}
	*list[1] = n
	got := deep(n-1, list[0])
	if n%1000 == 0 {
		runtime.GC()
	}
	if *list[1] != n || here != *above+1 {
		panic("the stack was moved wrongly")
	}
	return got
}

// stubs calls functions made by reflection whose arguments only the stack of the stub has.
func stubs() int {
	total := 0
	made := reflect.MakeFunc(reflect.TypeFor[func(*int, string) *int](), func(args []reflect.Value) []reflect.Value {
		garbage := make([][]byte, 0)
		for range 50 {
			garbage = append(garbage, make([]byte, 10_000))
		}
		runtime.GC()
		n := *args[0].Interface().(*int) + len(args[1].String()) + len(garbage)
		return []reflect.Value{reflect.ValueOf(&n)}
	}).Interface().(func(*int, string) *int)
	for i := range 20 {
		n := i
		total += *made(&n, fmt.Sprint("text ", i))
	}
	method := reflect.ValueOf(value{7}).MethodByName("Number").Interface().(func() int)
	return total + method()
}

// frames is how many functions are on the stack.
func frames() int {
	pcs := make([]uintptr, 10)
	return runtime.Callers(0, pcs)
}

// kept is what closures know after the collector has read their types.
func kept() (sum int) {
	var all []func() int
	for i := range 1000 {
		v := &value{i}
		all = append(all, v.Number, func() int { return v.n })
	}
	runtime.GC()
	for _, number := range all {
		sum += number()
	}
	return sum
}
