// Command updates prints what an update from one build of the browser's files to another loads, beside a first load of
// the other: `make update-size`.
package main

import (
	"bytes"
	"compress/gzip"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"

	"text/tabwriter"

	"github.com/shopdesk/shopdesk/server/internal/web/release"
	"github.com/shopdesk/shopdesk/web/asset"
	"github.com/shopdesk/shopdesk/web/page"
)

func main() {
	if err := run(os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func run(folders []string, stdout io.Writer) error {
	if len(folders) != 2 {
		return errors.New("updates: want two folders that shopdesk-web wrote: the earlier build, and the later one")
	}
	from, to := os.DirFS(folders[0]), os.DirFS(folders[1])
	index, err := asset.Read(to)
	if err != nil {
		return err
	}
	served, err := page.New(page.Config{Assets: to, Differences: new(release.Service)})
	if err != nil {
		return err
	}
	table := tabwriter.NewWriter(stdout, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintf(table, "\tfirst load\tupdate\t%%\t\n")
	whole, part := 0, 0
	row := func(name string, whole, part int) {
		fmt.Fprintf(table, "%s\t%d\t%d\t%.1f\t\n", name, whole, part, 100*float64(part)/float64(whole))
	}
	for _, f := range served.Files() {
		file, _ := index.File(f.Name) // the shell read the same index
		size, err := update(from, to, file)
		if err != nil {
			return err
		}
		row(f.Name, file.Transfer(), size)
		whole, part = whole+file.Transfer(), part+size
	}
	row("all", whole, part)
	return table.Flush()
}

// update is how many bytes a browser fetches that has the earlier form.
func update(from, to fs.FS, file asset.File) (int, error) {
	had, err := plain(from, file.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return file.Transfer(), nil
	}
	if err != nil {
		return 0, err
	}
	now, err := plain(to, file.Name)
	if err != nil {
		return 0, err
	}
	difference, err := release.Difference(had, now)
	if err != nil {
		return 0, err
	}
	return min(len(difference), file.Transfer()), nil
}

func plain(folder fs.FS, name string) ([]byte, error) {
	packed, err := fs.ReadFile(folder, name+".gz")
	if err != nil {
		return nil, err
	}
	r, err := gzip.NewReader(bytes.NewReader(packed))
	if err != nil {
		return nil, fmt.Errorf("updates: %s: %w", name, err)
	}
	return io.ReadAll(r)
}
