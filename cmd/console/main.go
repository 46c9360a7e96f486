// Command console is the program: the console's server, and the commands that are run on the machine itself.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"reflect"
	"strings"
	"syscall"

	"github.com/alecthomas/kong"

	"github.com/shopdesk/shopdesk/internal/backup"
)

// commands are the program's commands.
type commands struct {
	Serve     serve          `cmd:"" help:"Serve the console."`
	Sandbox   sandboxCommand `cmd:"" help:"Serve the simulated platform alone, on loopback."`
	Keys      keys           `cmd:"" help:"The keys that seal tokens at rest."`
	Check     checkCommand   `cmd:"" help:"Look, before a start, at settings, keys, database and neighbours. Changes nothing."`
	Doctor    doctorCommand  `cmd:"" help:"Compare what is assumed of the platform with what it does. Changes nothing there."`
	Backup    backupCommand  `cmd:"" help:"Back the database up, also while the console runs."`
	Restore   restoreCommand `cmd:"" help:"Restore a backup into an empty place."`
	Parts     partsCommand   `cmd:"" help:"Give PostgreSQL's event log parts, for very many orders."`
	Verify    verify         `cmd:"" help:"Prove that the audit is as it was written."`
	Operator  operator       `cmd:"" help:"The people who sign in."`
	Privacy   privacy        `cmd:"" help:"A customer's data: export and erase it on request."`
	Why       whyCommand     `cmd:"" help:"Tell why an order rang on screens, or why not."`
	SetupLink setupLink      `cmd:"" help:"Print a one-time link that makes the first owner."`

	Version  versionCommand  `cmd:"" help:"Print version, commit and date of this program."`
	Licenses licencesCommand `cmd:"" help:"Print the terms of the software of others that is inside."`
}

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	if err := run(ctx, os.Args[1:], os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "console:", err)
		stop()
		os.Exit(exitCode(err)) //nolint:gocritic // stop was called
	}
}

// exitCode is 2 for a doctor that found differences and a check that found something wrong, 3 for a damaged backup, and
// 1 for every other error. Kong's own errors name another code.
func exitCode(err error) int {
	switch {
	case errors.As(err, new(differsError)), errors.As(err, new(notReadyError)):
		return 2
	case errors.Is(err, backup.ErrDamaged):
		return 3
	}
	return 1
}

// terminal is the output of a command: answers go to out, the log to log.
type terminal struct{ out, log io.Writer }

// amount writes a number with its noun, such as "1 order" and "2 orders".
func amount[N int | int64](n N, noun string) string {
	if n != 1 {
		noun += "s"
	}
	return fmt.Sprint(n, " ", noun)
}

// list reads a setting that is a list. A space beside a comma belongs to no value.
func list(ctx *kong.DecodeContext, target reflect.Value) error {
	var text string
	err := ctx.Scan.PopValueInto("list", &text)
	for _, value := range kong.SplitEscaped(text, ctx.Value.Tag.Sep) {
		target.Set(reflect.Append(target, reflect.ValueOf(strings.TrimSpace(value))))
	}
	return err
}

// leaveEmpty has empty variables count as absent ones.
func leaveEmpty(k *kong.Kong) error {
	return kong.Visit(k.Model, func(node kong.Visitable, next kong.Next) error {
		if flag, ok := node.(*kong.Flag); ok && len(flag.Envs) > 0 {
			if value, set := os.LookupEnv(flag.Envs[0]); set && value == "" {
				flag.Tag.Envs = nil
			}
		}
		return next(nil)
	})
}

func run(ctx context.Context, args []string, out, log io.Writer) error {
	var c commands
	exited := false
	parser, err := kong.New(&c,
		kong.Name("console"),
		kong.Description("Shopdesk: a merchant console for food-ordering platforms."),
		kong.Writers(out, log),
		kong.TypeMapper(reflect.TypeFor[[]string](), kong.MapperFunc(list)),
		kong.PostBuild(leaveEmpty),
		kong.Exit(func(int) { exited = true }),
	)
	if err != nil {
		return err
	}
	command, err := parser.Parse(args)
	if exited {
		return nil // --help was asked for and given
	}
	if err != nil {
		return fmt.Errorf("%w; 'console --help' lists the commands, and 'console COMMAND --help' its settings", err)
	}
	command.BindTo(ctx, (*context.Context)(nil))
	return command.Run(terminal{out: out, log: log})
}
