// Command build makes the browser's files: it compiles the program, joins the
// style sheets, draws the icons, compresses everything and writes it with an
// index (see web/asset) to the folder that package web embeds.
//
//	go run ./web/build [-quality 11] [-out web/dist] [-check] [-shrink=false]
//
// What the linker wrote is rewritten to compress better (see web/build/shrink). A
// program that the rewriting doesn't understand goes out as it was linked, with a
// warning, unless its size is checked.
//
// Nothing is fetched but what the go command fetches. Compressed forms are kept
// in build/cache by the hash of their content, so that a second run is quick.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/signal"
	"path/filepath"

	"github.com/shopdesk/shopdesk/web/asset"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt)
	err := run(ctx, os.Args[1:], os.Stdout)
	stop()
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// defaultProgram is the package of the program.
const defaultProgram = "./cmd/wasm"

// options are the command's flags.
type options struct {
	root    string // the module's folder
	out     string
	program string // package compiled for the browser
	gallery bool   // and once more with the gallery
	quality int
	check   bool
	shrink  bool      // rewrite the program after linking
	stderr  io.Writer // for warnings
}

func run(ctx context.Context, args []string, stdout io.Writer) error {
	o, err := parse(args)
	if err != nil {
		return err
	}
	files, err := collect(ctx, o)
	if err != nil {
		return err
	}
	packer := packer{cache: filepath.Join(o.root, "build", "cache"), quality: o.quality, check: o.check}
	index, err := write(o.out, packer, files)
	if err != nil {
		return err
	}
	if !o.check {
		return nil
	}
	return budget(os.DirFS(o.out), index, stdout)
}

func parse(args []string) (options, error) {
	o := options{stderr: os.Stderr}
	flags := flag.NewFlagSet("build", flag.ContinueOnError)
	flags.StringVar(&o.out, "out", "", "folder to write to (default web/dist of the module)")
	flags.StringVar(&o.program, "program", defaultProgram, "package to compile for the browser")
	flags.BoolVar(&o.gallery, "gallery", false, "build the program with the gallery too, for development and tests")
	flags.IntVar(&o.quality, "quality", 11, "brotli quality: 11 for a release, 5 is quick")
	flags.BoolVar(&o.shrink, "shrink", os.Getenv("SHRINK") != "0", "rewrite the program after linking, so that they compress better (SHRINK=0: don't)")
	flags.BoolVar(&o.check, "check", false, "print the sizes and fail over budget, which at a lower quality than 11 is estimated for the program")
	if err := flags.Parse(args); err != nil {
		return o, fmt.Errorf("build: %w", err)
	}
	if o.quality < 0 || o.quality > 11 {
		return o, fmt.Errorf("build: quality %d: want 0 to 11", o.quality)
	}
	if o.check && !o.shrink {
		return o, errors.New("build: the budget is for a shrunk program")
	}
	root, err := moduleRoot()
	if err != nil {
		return o, err
	}
	o.root = root
	if o.out == "" {
		o.out = filepath.Join(root, "web", "dist")
	}
	return o, nil
}

// moduleRoot is the folder of the go.mod at or above the current folder.
func moduleRoot() (string, error) {
	folder, err := os.Getwd()
	if err != nil {
		return "", fmt.Errorf("build: %w", err)
	}
	for {
		if _, err := os.Stat(filepath.Join(folder, "go.mod")); err == nil {
			return folder, nil
		}
		up := filepath.Dir(folder)
		if up == folder {
			return "", errors.New("build: no go.mod here or above")
		}
		folder = up
	}
}

// collect makes every file in its plain form.
func collect(ctx context.Context, o options) ([]source, error) {
	files, err := programs(ctx, o)
	if err != nil {
		return nil, err
	}
	texts, boot, err := joinWords()
	if err != nil {
		return nil, err
	}
	files = append(files, texts...)
	runtime, err := wasmExec(ctx, o.root)
	if err != nil {
		return nil, err
	}
	styles, err := joinStyles(os.DirFS(o.root))
	if err != nil {
		return nil, err
	}
	files = append(files,
		source{asset.Runtime, scriptType, runtime},
		source{asset.Styles, "text/css; charset=utf-8", styles},
	)
	for _, name := range []string{asset.Boot, asset.Worker} {
		script, err := os.ReadFile(filepath.Join(o.root, "web", name))
		if err != nil {
			return nil, fmt.Errorf("build: %w", err)
		}
		if name == asset.Boot {
			if script, err = joinBoot(o.root, script, boot); err != nil {
				return nil, err
			}
		}
		files = append(files, source{name, scriptType, stripLineComments(script)})
	}
	icon, err := os.ReadFile(filepath.Join(o.root, "web", asset.Icon))
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	world, err := os.ReadFile(filepath.Join(o.root, "web", asset.World))
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	drawn, err := drawIcons(icon)
	if err != nil {
		return nil, err
	}
	return append(append(files, source{asset.Icon, "image/svg+xml", icon}, source{asset.World, "image/svg+xml", world}), drawn...), nil
}
