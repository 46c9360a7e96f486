// Command stages runs targets of the Makefile one after the other and ends with
// a table of where the time went: wall clock and processors of each target, then
// the slowest tests. It stops at the first target that fails.
//
//	go run ./internal/stages -times build/times lint unit e2e
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

func main() {
	if err := run(context.Background(), os.Args[1:], os.Stdout); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// stage is a target and what it took.
type stage struct {
	name       string
	wall, busy time.Duration // busy counts all processors
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	flags := flag.NewFlagSet("stages", flag.ContinueOnError)
	times := flags.String("times", "build/times", "folder to which the targets write the times of their tests")
	if err := flags.Parse(args); err != nil {
		return fmt.Errorf("stages: %w", err)
	}
	if err := errors.Join(os.RemoveAll(*times), os.MkdirAll(*times, 0o755)); err != nil {
		return fmt.Errorf("stages: %w", err)
	}
	var done []stage
	for _, name := range flags.Args() {
		fmt.Fprintf(stdout, "\n== make %s\n", name)
		begun := time.Now()
		target := exec.CommandContext(ctx, "make", "--no-print-directory", name)
		target.Stdout, target.Stderr = stdout, os.Stderr
		target.Env = append(os.Environ(), "TIMES="+*times)
		err := target.Run()
		state := target.ProcessState
		if state != nil {
			done = append(done, stage{name, time.Since(begun), state.UserTime() + state.SystemTime()})
		}
		if err != nil {
			return errors.Join(fmt.Errorf("stages: make %s: %w", name, err), report(stdout, done))
		}
	}
	if err := report(stdout, done); err != nil {
		return err
	}
	return flows(stdout, filepath.Join(*times, "flows.txt"))
}

// report prints what each target took.
func report(w io.Writer, done []stage) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "\nseconds\tprocessors\t  make\t\n")
	all := stage{name: "all"}
	for _, s := range done {
		fmt.Fprintf(table, "%.0f\t%.0f\t  %s\t\n", s.wall.Seconds(), s.busy.Seconds(), s.name)
		all.wall += s.wall
		all.busy += s.busy
	}
	fmt.Fprintf(table, "%.0f\t%.0f\t  %s\t\n", all.wall.Seconds(), all.busy.Seconds(), all.name)
	return table.Flush()
}

// flows prints the beginning of the flows' own table, which names all of them.
func flows(w io.Writer, path string) error {
	table, err := os.ReadFile(path)
	if errors.Is(err, os.ErrNotExist) {
		return nil
	}
	if err != nil {
		return fmt.Errorf("stages: %w", err)
	}
	const shown = 12 // lines
	head := slices.Collect(strings.Lines(string(table)))
	head = head[:min(shown, len(head))]
	_, err = fmt.Fprintf(w, "\n%s(the rest is in %s)\n", strings.Join(head, ""), path)
	return err
}
