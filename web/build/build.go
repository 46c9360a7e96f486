package build

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"time"

	"github.com/evanw/esbuild/pkg/api"
	"github.com/shopdesk/shopdesk"
	"github.com/shopdesk/shopdesk/web/asset"
)

// module is the path of our module.
const module = "github.com/shopdesk/shopdesk"

// defaultProgram is the package of the program: the tool that a host's go.mod names, compiled for the browser.
const defaultProgram = module + "/cmd/shopdesk-web"

// options are the command's flags.
type options struct {
	out     string
	cache   cache
	program string // package compiled for the browser
	gallery bool   // and once more with the gallery
	quality int
	check   bool
	shrink  bool      // rewrite the program after linking
	marked  bool      // have its functions tell that they ran
	stderr  io.Writer // for progress and warnings
}

// Run makes the files as the command's arguments say. It works for the module in the current folder and tells its
// progress on stderr; stdout has the sizes when they are checked.
func Run(ctx context.Context, args []string, stdout, stderr io.Writer) error {
	o, err := parse(args, stderr)
	if errors.Is(err, flag.ErrHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	if err := o.cache.trim(time.Now()); err != nil {
		return err
	}
	files, err := collect(ctx, o)
	if err != nil {
		return err
	}
	o.say("compressing %d files", len(files))
	index, err := write(o.out, packer{cache: o.cache, quality: o.quality, check: o.check}, files)
	if err != nil {
		return err
	}
	program, _ := index.File(asset.Program) // collect made it
	rest, _ := index.File(asset.Rest)       // none where the program is in one file
	o.say("wrote %s: browsers load the program as %d bytes, and %d later", o.out, program.Transfer(), rest.Transfer())
	if !o.check {
		return nil
	}
	return budget(os.DirFS(o.out), index, stdout)
}

// say prints a line of progress.
func (o options) say(format string, args ...any) {
	fmt.Fprintf(o.stderr, "shopdesk-web: "+format+"\n", args...)
}

func parse(args []string, stderr io.Writer) (options, error) {
	o := options{stderr: stderr}
	flags := flag.NewFlagSet("shopdesk-web", flag.ContinueOnError)
	flags.SetOutput(stderr)
	flags.StringVar(&o.out, "o", "dist", "folder to write to, of its own: all else in it is removed")
	flags.StringVar(&o.cache.folder, "cache", "",
		"folder for compressed files, by the hash of their content (default shopdesk-web in the user's cache folder)")
	flags.StringVar(&o.program, "program", defaultProgram, "package to compile for the browser")
	flags.BoolVar(&o.gallery, "gallery", false,
		"build the program with the gallery of components too, for development and tests")
	flags.IntVar(&o.quality, "quality", 11, "brotli quality: 11 takes a minute when the program has changed, 5 is quick")
	flags.BoolVar(&o.shrink, "shrink", os.Getenv("SHRINK") != "0",
		"rewrite the program after linking, so that it compresses better (SHRINK=0: don't)")
	flags.BoolVar(&o.marked, "marked", false,
		"have the program's functions leave marks where they ran, to find those that pages don't need to open")
	flags.BoolVar(&o.check, "check", false,
		"print the sizes and fail over budget, which at a lower quality than 11 is estimated for the program")
	if err := flags.Parse(args); err != nil {
		return o, fmt.Errorf("build: %w", err)
	}
	if flags.NArg() > 0 {
		return o, fmt.Errorf("build: unexpected argument %q", flags.Arg(0))
	}
	if o.quality < 0 || o.quality > 11 {
		return o, fmt.Errorf("build: quality %d: want 0 to 11", o.quality)
	}
	if o.check && !o.shrink {
		return o, errors.New("build: the budget is for a shrunk program")
	}
	if o.cache.folder == "" {
		folder, err := os.UserCacheDir()
		if err != nil {
			return o, fmt.Errorf("build: %w: name a folder with -cache", err)
		}
		o.cache.folder = filepath.Join(folder, "shopdesk-web")
	}
	return o, nil
}

// collect makes every file in its plain form.
func collect(ctx context.Context, o options) ([]source, error) {
	files, err := programs(ctx, o)
	if err != nil {
		return nil, err
	}
	texts, words, err := joinWords()
	if err != nil {
		return nil, err
	}
	files = append(files, texts...)
	runtime, err := wasmExec(ctx)
	if err != nil {
		return nil, err
	}
	frame, styles, gallery, err := joinStyles(shopdesk.Sources)
	if err != nil {
		return nil, err
	}
	files = append(files,
		source{asset.Runtime, scriptType, runtime},
		source{asset.Frame, styleType, frame},
		source{asset.Styles, styleType, styles},
	)
	if o.gallery {
		files = append(files, source{asset.GalleryStyles, styleType, gallery})
	}
	for _, name := range []string{asset.Early, asset.Boot, asset.Worker} {
		script, err := fs.ReadFile(shopdesk.Sources, "web/"+name)
		if err != nil {
			return nil, fmt.Errorf("build: %w", err)
		}
		switch name {
		case asset.Early:
			script, err = putLanguages(script)
		case asset.Boot:
			script, err = joinBoot(shopdesk.Sources, script, words)
		}
		if err != nil {
			return nil, err
		}
		if script, err = small(name, script, api.LoaderJS); err != nil {
			return nil, err
		}
		files = append(files, source{name, scriptType, script})
	}
	// the PNG icons are icon.svg drawn in other sizes; see TestIcons
	for _, name := range []string{asset.Icon, asset.World, asset.Icon192, asset.Icon512, asset.Maskable, asset.Touch} {
		body, err := fs.ReadFile(shopdesk.Sources, "web/"+name)
		if err != nil {
			return nil, fmt.Errorf("build: %w", err)
		}
		kind := pngType
		if path.Ext(name) == ".svg" {
			kind = "image/svg+xml"
		}
		files = append(files, source{name, kind, body})
	}
	return files, nil
}
