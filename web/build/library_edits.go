package build

import (
	"slices"
	"strings"
)

// libraryEdits leave out of packages of the standard library what a page doesn't need.
var libraryEdits = map[string][]edit{
	"internal/godebug": settingEdits,
	"internal/strconv": numberEdits,
	"net/url":          hostEdits,
	"reflect":          methodEdits,
	"runtime":          slices.Concat(tracerEdits, profileEdits, debugEdits, statsEdits),
	"slices":           sortEdits,
	"time":             timeEdits,
}

// sortEdits have lists sorted in one short way. The three kinds of sort of package slices are compiled anew for
// each type of list, 8 to 20 KB each.
var sortEdits = []edit{
	{"zsortanyfunc.go", "func stableCmpFunc[E any](data []E, n int, cmp func(a, b E) int) {\n", "",
		`func stableCmpFunc[E any](data []E, n int, cmp func(a, b E) int) {
	mergeSort(data[:n], cmp)
}

// mergeSort is stable. What is compiled anew for each type only puts data into the order that was found.
func mergeSort[E any](data []E, cmp func(a, b E) int) {
	sorted := make([]E, 0, len(data))
	for _, i := range mergeOrder(0, len(data), func(i, j int) bool { return cmp(data[i], data[j]) < 0 }) {
		sorted = append(sorted, data[i])
	}
	copy(data, sorted)
}

// mergeOrder is the order of what stands from begin to before end.
func mergeOrder(begin, end int, less func(i, j int) bool) []int {
	if end-begin < 2 {
		return []int{begin}[:end-begin]
	}
	middle := (begin + end) / 2
	left, right := mergeOrder(begin, middle, less), mergeOrder(middle, end, less)
	order := make([]int, 0, end-begin)
	for len(left) > 0 && len(right) > 0 {
		if less(right[0], left[0]) {
			order, right = append(order, right[0]), right[1:]
		} else {
			order, left = append(order, left[0]), left[1:]
		}
	}
	return append(append(order, left...), right...)
}

func symMergeStable[E any](data []E, n int, cmp func(a, b E) int) {
`},
	{"zsortanyfunc.go", "func pdqsortCmpFunc[E any](data []E, a, b, limit int, cmp func(a, b E) int) {\n", "",
		`func pdqsortCmpFunc[E any](data []E, a, b, limit int, cmp func(a, b E) int) {
	mergeSort(data[a:b], cmp)
}

func quickSort[E any](data []E, a, b, limit int, cmp func(a, b E) int) {
`},
	{"zsortordered.go", "func pdqsortOrdered[E cmp.Ordered](data []E, a, b, limit int) {\n", "",
		`func pdqsortOrdered[E cmp.Ordered](data []E, a, b, limit int) {
	mergeSort(data[a:b], cmp.Compare[E])
}

func quickSortOrdered[E cmp.Ordered](data []E, a, b, limit int) {
`},
}

// settingEdits leave each setting of GODEBUG at its default: a page has no environment. With the settings go their
// counters, and with the counters all of the runtime's metrics.
var settingEdits = []edit{
	{"godebug.go", "import (\n", "// A Setting is", "import \"unsafe\"\n\n"},
	{"godebug.go", "\tname string\n\tonce sync.Once\n", "// New returns", "\tname string\n}\n\n"},
	{"godebug.go", "func (s *Setting) IncNonDefault() {\n", "type runtimeStderr struct{}\n", `func (s *Setting) IncNonDefault() {}

// Value returns "", the default.
func (s *Setting) Value() string { return "" }

`},
}

// hostEdits check of a host in brackets only that it has a colon: the server checks every address that counts.
var hostEdits = []edit{
	{"url.go", "\t\"net/netip\"\n", "", ""},
	{"url.go", "\t\taddr, err := netip.ParseAddr(unescapedHostname)\n",
		"\t\t\treturn \"\", errors.New(\"invalid IP-literal\")\n",
		"\t\tif !strings.Contains(unescapedHostname, \":\") {\n"},
}

// numberEdits have numbers with fractions read and written in the slow way, which the library's own tests take too. It
// has no table of powers of ten; a page has few such numbers.
var numberEdits = []edit{{"atof.go", "var optimize = true", "", "const optimize = false"}}

// methodEdits leave out methods that are found by reflection, for which nothing in the program asks: what does isn't
// compiled.
var methodEdits = []edit{
	{"value.go", "\tflagMethod      flag = 1 << 9\n", "", "\tflagMethod      flag = 0\n"},
	{"value.go", "func (v Value) Method(i int) Value {\n", "// NumMethod returns", ""},
	{"value.go", "func (v Value) MethodByName(name string) Value {\n", "// NumField returns the", ""},
	{"value.go", "func (v Value) Methods() iter.Seq2[Method, Value] {\n", "// StringHeader is the runtime", ""},
}

// timeEdits leave out that times are read and written as texts: the program has them as milliseconds, and words of its
// own for them. A time in JSON is an error; a time that is printed is its seconds.
var timeEdits = []edit{
	instead("format.go", "func (t Time) String(", ") string { return string(appendInt(nil, int(t.Unix()), 0)) }"),
	instead("format.go", "func (t Time) GoString(", ") string { return t.String() }"),
	instead("format_rfc3339.go", "func (t Time) appendStrictRFC3339(",
		`[]byte) ([]byte, error) { return nil, errors.New("time: not as text") }`),
	instead("format_rfc3339.go", "func parseStrictRFC3339(",
		`[]byte) (Time, error) { return Time{}, errors.New("time: not as text") }`),
	{"zoneinfo.go", "\tif lo == len(tx)-1 && l.extend != \"\" {\n", "", "\tif false {\n"},
}

// tracerEdits leave out the tracer of executions: nothing in a page can start it.
var tracerEdits = []edit{
	{"traceruntime.go", "\treturn trace.enabled\n", "", "\treturn false\n"},
	{"traceruntime.go", "\treturn trace.enabledWithAllocFree\n", "", "\treturn false\n"},
	{"traceruntime.go", "\treturn trace.shutdown.Load()\n", "", "\treturn false\n"},
	{"traceruntime.go", "\treturn tl.gen != 0\n", "", "\treturn false\n"},
	instead("traceevent.go", "func (tl traceLocker) eventWriter(",
		"tracev2.GoStatus, tracev2.ProcStatus) (e traceEventWriter) { return }"),
	instead("traceevent.go", "func (e traceEventWriter) event(", "tracev2.EventType, ...traceArg) {}"),
}

// profileEdits leave out what is counted for profiles: nothing in a page reads them.
var profileEdits = []edit{
	instead("mprof.go", "func mProf_Malloc(", "*m, unsafe.Pointer, uintptr) {}"),
	instead("mprof.go", "func saveblockevent(", "int64, int64, int, bucketType) {}"),
	instead("mprof.go", "func saveBlockEventStack(", "int64, int64, []uintptr, bucketType) {}"),
}

// debugEdits leave out what the runtime checks and prints where GODEBUG says so, and bare memory in tracebacks.
var debugEdits = []edit{
	instead("proc.go", "func schedtrace(", "bool) {}"),
	instead("mcheckmark.go", "func checkFinalizersAndCleanups(", ") {}"),
	{"mgc.go", "\tif debug.gctrace > 0 {\n", "", "\tif false {\n"},
	instead("mgcmark_greenteagc.go", "func dumpScanStats(", ") {}"),
	instead("mgcscavenge.go", "func printScavTrace(", "uintptr, uintptr, bool) {}"),
	instead("traceback.go", "func tracebackHexdump(", "stack, *stkframe, uintptr) {}"),
	instead("type.go", "func typelinksinit(", ") {} // for several modules"),
}

// statsEdits have the runtime tell of its memory, without stopping anything, only what the program asks: how much is in
// use, and with how much the next collection begins.
var statsEdits = []edit{
	instead("mstats.go", "func ReadMemStats(", `m *MemStats) {
	m.HeapAlloc, m.NextGC = gcController.heapLive.Load(), gcController.heapGoal()
}`),
}

// instead gives a function of the library, named up to its parameters, others and another body. Its own stay under
// another name: nothing calls that, so the linker leaves it out.
func instead(file, function, rest string) edit {
	return edit{file, function, "", function + rest + "\n\n" + strings.TrimSuffix(function, "(") + "Former("}
}
