package e2e

import (
	"cmp"
	"fmt"
	"os"
	"slices"
	"strings"
	"sync"
	"testing"
	"text/tabwriter"
	"time"
)

// kind is what a flow's time goes into.
type kind int

const (
	serverStart  kind = iota // the sandbox and the console
	browserStart             // a tab in a profile of its own
	opening                  // an address, until the page has loaded
	waiting                  // for something to be true in the page
	kinds
)

// spent is the time of each flow by kind.
var spent = struct {
	sync.Mutex
	flows map[string]*[kinds]time.Duration
	whole map[string]time.Duration
}{flows: map[string]*[kinds]time.Duration{}, whole: map[string]time.Duration{}}

// spend counts the time until the answer is called. The flow's whole time runs
// from its first spend to its end.
func spend(t testing.TB, k kind) func() {
	flow, _, _ := strings.Cut(t.Name(), "/")
	begun := time.Now()
	spent.Lock()
	defer spent.Unlock()
	if spent.flows[flow] == nil {
		spent.flows[flow] = new([kinds]time.Duration)
		t.Cleanup(func() {
			spent.Lock()
			defer spent.Unlock()
			spent.whole[flow] = time.Since(begun)
		})
	}
	return func() {
		spent.Lock()
		defer spent.Unlock()
		spent.flows[flow][k] += time.Since(begun)
	}
}

// writeTimes writes where the flows' time went, the longest flow first. Flows run
// side by side: their sum is more than the run takes.
func writeTimes(path string) error {
	spent.Lock()
	defer spent.Unlock()
	if path == "" || len(spent.flows) == 0 {
		return nil
	}
	file, err := os.Create(path)
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(file, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, whole time.Duration, by [kinds]time.Duration) {
		fmt.Fprintf(table, "%.1f\t%.1f\t%.1f\t%.1f\t%.1f\t  %s\t\n", whole.Seconds(), by[serverStart].Seconds(),
			by[browserStart].Seconds(), by[opening].Seconds(), by[waiting].Seconds(), name)
	}
	fmt.Fprint(table, "seconds\tserver start\tbrowser start\topening pages\twaiting\t  flow\t\n")
	var names []string
	var all [kinds]time.Duration
	var sum time.Duration
	for name, by := range spent.flows {
		names = append(names, name)
		sum += spent.whole[name]
		for k, d := range by {
			all[k] += d
		}
	}
	row(fmt.Sprintf("all %d flows", len(names)), sum, all)
	slices.SortFunc(names, func(a, b string) int { return cmp.Compare(spent.whole[b], spent.whole[a]) })
	for _, name := range names {
		row(name, spent.whole[name], *spent.flows[name])
	}
	if err := table.Flush(); err != nil {
		return err
	}
	return file.Close()
}
