package build

// libraryEdits leave out of packages of the standard library what a page doesn't need.
var libraryEdits = map[string][]edit{
	"slices":           sortEdits,
	"internal/godebug": settingEdits,
	"net/url":          hostEdits,
}

// sortEdits have lists sorted in one short way. The three kinds of sort of package slices are compiled anew for
// each type of list, 8 to 20 KB each.
var sortEdits = []edit{
	{"zsortanyfunc.go", "func stableCmpFunc[E any](data []E, n int, cmp func(a, b E) int) {\n", "",
		`func stableCmpFunc[E any](data []E, n int, cmp func(a, b E) int) {
	mergeSort(data[:n], cmp)
}

// mergeSort is stable.
func mergeSort[E any](data []E, cmp func(a, b E) int) {
	if len(data) < 2 {
		return
	}
	middle := len(data) / 2
	mergeSort(data[:middle], cmp)
	mergeSort(data[middle:], cmp)
	if cmp(data[middle], data[middle-1]) >= 0 {
		return
	}
	left := append([]E(nil), data[:middle]...)
	i, j, to := 0, middle, 0
	for i < len(left) && j < len(data) {
		if cmp(data[j], left[i]) < 0 {
			data[to] = data[j]
			j++
		} else {
			data[to] = left[i]
			i++
		}
		to++
	}
	copy(data[to:], left[i:])
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
