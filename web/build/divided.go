package build

import (
	"bytes"
	"compress/gzip"
	_ "embed"
	"fmt"
	"io"
	"strings"

	"github.com/shopdesk/shopdesk/web/asset"
	"github.com/shopdesk/shopdesk/web/build/shrink"
	"github.com/shopdesk/shopdesk/web/crash"
)

// later.gz has the names of functions that didn't run while each page was opened and used a little, one a line. A
// function that isn't named, such as a new one, is in the first file. `make later` finds them anew.
//
//go:embed later.gz
var laterNames []byte

// divided makes the files of a program that was shrunk: two, the first of which opens the pages (docs/adr/0063). The
// gallery is for development and stays in one, and so does a program that the rewriting refused.
func divided(o options, name string, linked, shrunk []byte, known *crash.Map) ([]source, error) {
	whole := []source{{name, wasmType, shrunk}}
	if !o.shrink || name != asset.Program || known == nil {
		return whole, nil
	}
	if o.marked {
		marked, err := shrink.Marked(shrunk)
		if err != nil {
			return nil, fmt.Errorf("build: %s: %w", name, err)
		}
		return []source{{name, wasmType, marked}}, nil
	}
	later, err := named(laterNames)
	if err != nil {
		return nil, err
	}
	first, rest, err := shrink.Split(linked, shrunk, func(number int) bool { return later[known.Functions[number].Name] })
	if err != nil {
		return whole, o.refused(name+" stays in one file, and pages wait for all of it", err)
	}
	return []source{{name, wasmType, first}, {asset.Rest, wasmType, rest}}, nil
}

// named reads a list of names.
func named(list []byte) (map[string]bool, error) {
	packed, err := gzip.NewReader(bytes.NewReader(list))
	if err != nil {
		return nil, fmt.Errorf("build: later.gz: %w", err)
	}
	text, err := io.ReadAll(packed)
	if err != nil {
		return nil, fmt.Errorf("build: later.gz: %w", err)
	}
	names := map[string]bool{}
	for name := range strings.Lines(string(text)) {
		names[strings.TrimSuffix(name, "\n")] = true
	}
	return names, nil
}
