package build

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
)

// sortEdits have package slices of the standard library sort in one short way. Its
// own three kinds of sort are compiled anew for each type of list, 8 to 20 KB each.
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

// sortFlags have the program compiled with the short sorts. A standard library with
// other sorts keeps them, with a warning: a new release of Go must not stop a build.
// Only where sizes are checked this is an error.
func (o options) sortFlags(goroot, folder string) ([]string, error) {
	overlay, err := shortSorts(folder, goroot)
	if err == nil {
		return []string{"-overlay=" + overlay}, nil
	}
	if o.check {
		return nil, err
	}
	fmt.Fprintf(o.stderr, "\n*** WARNING: the program sorts at length:\n*** %v\n\n", err)
	return nil, nil
}

// shortSorts writes the edited files below a folder, and gives the file that tells the go command of them. It fails
// for a standard library whose sorts are others.
func shortSorts(folder, goroot string) (overlay string, err error) {
	replaced, bodies := map[string]string{}, map[string]string{}
	for _, e := range sortEdits {
		stock := filepath.Join(goroot, "src", "slices", e.file)
		if bodies[stock] == "" {
			body, err := os.ReadFile(stock)
			if err != nil {
				return "", fmt.Errorf("build: %w", err)
			}
			bodies[stock] = string(body)
		}
		if bodies[stock], err = e.apply(bodies[stock]); err != nil {
			return "", err
		}
		replaced[stock] = filepath.Join(folder, e.file)
	}
	list, err := json.Marshal(map[string]any{"Replace": replaced})
	if err != nil {
		return "", fmt.Errorf("build: %w", err)
	}
	overlay = filepath.Join(folder, "sorts.json")
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("build: %w", err)
	}
	files := map[string]string{overlay: string(list)}
	for stock, to := range replaced {
		files[to] = bodies[stock]
	}
	for to, body := range files {
		if err := os.WriteFile(to, []byte(body), 0o600); err != nil {
			return "", fmt.Errorf("build: %w", err)
		}
	}
	return overlay, nil
}
