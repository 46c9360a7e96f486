package build

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"slices"
	"text/tabwriter"

	"github.com/andybalholm/brotli"

	"github.com/shopdesk/shopdesk/web/asset"
	"github.com/shopdesk/shopdesk/web/page"
)

// What the first visit may fetch, in bytes as brotli: the program, in two files or one; of it what pages wait for; all
// other files.
const (
	programBudget = 1_600_000
	firstBudget   = 950_000
	otherBudget   = 60_000
)

// What the program may be at quality 9, which makes it 15 % larger than 11 does and takes a tenth of the time.
const (
	quickBudget      = 1_840_000
	quickFirstBudget = 1_220_000
)

// firstLoad are the files a first visit fetches besides the program and the
// page. The larger icons are fetched when the console is installed.
var firstLoad = []string{asset.Styles, asset.Boot, asset.Runtime, asset.Worker, asset.Icon}

// budget prints what a first visit fetches and fails when it is too much.
func budget(folder fs.FS, index asset.Index, stdout io.Writer) error {
	served, err := page.New(page.Config{Assets: folder})
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	page := served.Page()
	others := []asset.File{{Name: "the page", Size: len(page), Brotli: brotliSize(page)}, longestWords(index)}
	for _, name := range firstLoad {
		f, _ := index.File(name) // reading the index made sure of it
		others = append(others, f)
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, size, transfer int) { fmt.Fprintf(table, "%s\t%d\t%d\t\n", name, size, transfer) }
	fmt.Fprintf(table, "first load\tbytes\tbrotli\t\n")
	first, _ := index.File(asset.Program)
	row(first.Name, first.Size, first.Transfer())
	program := first.Transfer()
	if rest, divided := index.File(asset.Rest); divided {
		row(rest.Name, rest.Size, rest.Transfer())
		program += rest.Transfer()
		row("the program", first.Size+rest.Size, program)
	}
	size, transfer := 0, 0
	for _, f := range others {
		row(f.Name, f.Size, f.Transfer())
		size += f.Size
		transfer += f.Transfer()
	}
	row("all but the program", size, transfer)
	if err := table.Flush(); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	return overBudget(program, first.Transfer(), index.Quality, transfer)
}

// longestWords are the texts of the language that has to fetch most.
func longestWords(index asset.Index) asset.File {
	return slices.MaxFunc(index.AllWords(), func(a, b asset.File) int { return a.Transfer() - b.Transfer() })
}

func overBudget(program, first, quality, others int) error {
	limit, firstLimit := programBudget, firstBudget
	if quality < release {
		limit, firstLimit = quickBudget, quickFirstBudget
	}
	if over := program - limit; over > 0 {
		return fmt.Errorf("build: the program is %d bytes over its budget of %d at quality %d", over, limit, quality)
	}
	if over := first - firstLimit; over > 0 && first < program { // it is divided
		return fmt.Errorf("build: what pages wait for is %d bytes over its budget of %d at quality %d: run make later, "+
			"which finds what they don't need", over, firstLimit, quality)
	}
	if others > otherBudget {
		return fmt.Errorf("build: the other files are %d bytes over their budget of %d", others-otherBudget, otherBudget)
	}
	return nil
}

func brotliSize(body []byte) int {
	var packed bytes.Buffer
	w := brotli.NewWriterLevel(&packed, brotli.BestCompression)
	_, _ = w.Write(body) // a buffer takes everything
	_ = w.Close()
	return packed.Len()
}
