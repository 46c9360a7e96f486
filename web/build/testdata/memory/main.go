// Command memory asks the library what a page asks it.
package main

import (
	"fmt"
	"runtime"
	"time"
)

var kept []byte

func main() {
	const size = 16 << 20
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	kept = make([]byte, size)
	runtime.ReadMemStats(&after)
	_, err := time.Now().MarshalJSON()
	fmt.Println(after.HeapAlloc-before.HeapAlloc >= size, after.NextGC > 0, err)
}
