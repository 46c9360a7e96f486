// Command crash dies in the way that its argument names.
package main

import (
	"errors"
	"os"
	"sync"
)

// phone is what must not leave a browser.
const phone = "+55 11 98765-4321"

// numbers is nil.
var numbers map[string]int

func main() {
	ways := map[string]func(){
		"index": func() { index(os.Args) }, "inlined": func() { inlined(os.Args) },
		"method": func() { new(order).method(nil) }, "error": said, "chain": chain, "goroutine": elsewhere,
		"trap": func() { endless(0) }, "throw": throw, "again": again, "exit": func() { os.Exit(0) },
	}
	_, _ = os.Stderr.WriteString("panic: " + phone + "\n\ngoroutine 1 [running]:\nmain.logged()\n\tlog.go:1 +0x1\n")
	ways[os.Args[1]]()
}

//go:noinline
func index(list []string) {
	list[len(list)+3] = "" // index
}

func small(list []string) string {
	return list[len(list)+4] // small
}

//go:noinline
func inlined(list []string) string {
	return "it is" +
		small(list) // inlined
}

type order struct{ number *int }

//go:noinline
func (o *order) method(map[string]string) {
	*o.number = 7 // method
}

//go:noinline
func said() {
	panic(errors.New("call Ana on " + phone)) // error
}

//go:noinline
func chain() {
	defer func() {
		numbers[phone] = 1 // chain
	}()
	said()
}

//go:noinline
func elsewhere() {
	var done sync.WaitGroup
	done.Add(1)
	go func() {
		var none []int
		_ = none[len(os.Args)-2] // goroutine
		done.Done()
	}()
	done.Wait()
}

//go:noinline
func endless(n int) int {
	if n < 0 {
		return 0
	}
	var room [4096]byte
	room[n%4096] = byte(n)
	return endless(n+1) + int(room[(n+1)%4096])
}

//go:noinline
func throw() {
	var lock sync.Mutex
	lock.Unlock() // throw
}

// again panics anew with what it recovered, as the engine does.
//
//go:noinline
func again() {
	defer func() {
		p := recover()
		panic(p) // again
	}()
	index(os.Args)
}
