package main

import (
	"bytes"
	"fmt"
	"io"
	"io/fs"
	"text/tabwriter"

	"github.com/andybalholm/brotli"

	"github.com/shopdesk/shopdesk/server/shell"
	"github.com/shopdesk/shopdesk/web/asset"
)

// What the first visit may fetch, in bytes as brotli.
const (
	programBudget = 1_600_000
	otherBudget   = 60_000
)

// firstLoad are the files a first visit fetches besides the program and the
// page. The larger icons are fetched when the console is installed.
var firstLoad = []string{asset.Styles, asset.Boot, asset.Runtime, asset.Worker, asset.Icon}

// budget prints what a first visit fetches and fails when it is too much.
func budget(folder fs.FS, index asset.Index, stdout io.Writer) error {
	served, err := shell.New(shell.Config{Assets: folder})
	if err != nil {
		return fmt.Errorf("build: %w", err)
	}
	program, _ := index.File(asset.Program) // reading the index made sure of it
	page := served.Page()
	others := []asset.File{{Name: "the page", Size: len(page), Brotli: brotliSize(page)}}
	for _, name := range firstLoad {
		f, _ := index.File(name)
		others = append(others, f)
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	row := func(name string, size, transfer int) { fmt.Fprintf(table, "%s\t%d\t%d\t\n", name, size, transfer) }
	fmt.Fprintf(table, "first load\tbytes\tbrotli\t\n")
	row(program.Name, program.Size, program.Transfer())
	size, transfer := 0, 0
	for _, f := range others {
		row(f.Name, f.Size, f.Transfer())
		size += f.Size
		transfer += f.Transfer()
	}
	row("all but "+program.Name, size, transfer)
	if err := table.Flush(); err != nil {
		return fmt.Errorf("build: %w", err)
	}
	return overBudget(program.Transfer(), transfer)
}

func overBudget(program, others int) error {
	switch {
	case program > programBudget:
		return fmt.Errorf("build: the program is %d bytes over its budget of %d", program-programBudget, programBudget)
	case others > otherBudget:
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
