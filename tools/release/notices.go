package main

import (
	"bytes"
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// listed is what `go list` tells of a package.
type listed struct {
	Dir        string
	ImportPath string
	Standard   bool
	Module     *module
}

type module struct {
	Path, Version, Dir string
	Main               bool
}

func (m *module) name() string { return m.Path + " " + m.Version }

// browserTarget is what browsers run.
var browserTarget = target{"js", "wasm"}

// packages lists the packages of others that are inside the release, for all targets and the browser, once each.
func (r *release) packages(ctx context.Context) ([]listed, error) {
	found := map[string]listed{}
	for _, t := range append(slices.Clone(r.targets), browserTarget) {
		program := "./cmd/console"
		if t == browserTarget {
			program = "./cmd/shopdesk-web"
		}
		text, err := r.golang(ctx, t, "list", "-deps", "-json=Dir,ImportPath,Standard,Module", program)
		if err != nil {
			return nil, err
		}
		for decoder := json.NewDecoder(strings.NewReader(text)); ; {
			var p listed
			err := decoder.Decode(&p)
			if errors.Is(err, io.EOF) {
				break
			}
			if err != nil {
				return nil, err
			}
			if !p.Standard && !p.Module.Main {
				found[p.ImportPath] = p
			}
		}
	}
	var all []listed
	for _, p := range found {
		all = append(all, p)
	}
	slices.SortFunc(all, func(a, b listed) int { return cmp.Compare(a.ImportPath, b.ImportPath) })
	return all, nil
}

// notices writes the licences of all that is inside, as NOTICES.txt and into the programs (console licenses).
func (r *release) notices(ctx context.Context) error {
	packages, err := r.packages(ctx)
	if err != nil {
		return err
	}
	root, err := r.golang(ctx, target{}, "env", "GOROOT", "GOVERSION")
	if err != nil {
		return err
	}
	goroot, goversion, _ := strings.Cut(root, "\n")
	packages = append(packages, listed{Dir: goroot, Module: &module{Path: "Go", Version: goversion, Dir: goroot}})
	text, err := noticesOf(packages)
	if err != nil {
		return err
	}
	for _, file := range []string{
		filepath.Join(r.out, "NOTICES.txt"), filepath.Join(r.tree, "cmd", "console", "notices", "notices.txt"),
	} {
		if err := publish(file, text); err != nil {
			return err
		}
	}
	return nil
}

// licenceFile is the name of a file with terms.
var licenceFile = regexp.MustCompile(`(?i)^([a-z]+[-_])?(licen[cs]e|copying|notice|patents)([-_.][a-z0-9.-]+)?$`)

// noticesOf is the terms of the packages: the files in the folders from each package up to its module. A text that
// several have stands once, below all their names. A module without terms is an error.
func noticesOf(packages []listed) ([]byte, error) {
	folders := map[string]*module{}
	licensed := map[string]bool{} // by module
	for _, p := range packages {
		licensed[p.Module.name()] = false
		for folder := p.Dir; folder != filepath.Dir(p.Module.Dir); folder = filepath.Dir(folder) {
			folders[folder] = p.Module
		}
	}
	owners := map[string][]string{} // of a text
	for folder, m := range folders {
		texts, err := terms(folder)
		if err != nil {
			return nil, err
		}
		for file, text := range texts {
			inside, err := filepath.Rel(m.Dir, filepath.Join(folder, file))
			if err != nil {
				return nil, err
			}
			owners[text] = append(owners[text], m.name()+", "+filepath.ToSlash(inside))
			licensed[m.name()] = true
		}
	}
	type section struct{ names, text string }
	var sections []section
	for text, names := range owners {
		slices.Sort(names)
		sections = append(sections, section{strings.Join(names, "\n"), text})
	}
	slices.SortFunc(sections, func(a, b section) int { return cmp.Compare(a.names, b.names) })
	var out bytes.Buffer
	out.WriteString("Shopdesk contains software of others, under these terms.\n")
	for _, s := range sections {
		fmt.Fprintf(&out, "\n%s\n%s\n\n%s\n", strings.Repeat("=", 80), s.names, strings.TrimSpace(s.text))
	}
	var errs []error
	for name, has := range licensed {
		if !has {
			errs = append(errs, fmt.Errorf("%s has no file with its terms", name))
		}
	}
	return out.Bytes(), errors.Join(errs...)
}

// terms is the files with terms in a folder, by name.
func terms(folder string) (map[string]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	texts := map[string]string{}
	for _, entry := range entries {
		if entry.IsDir() || !licenceFile.MatchString(entry.Name()) || strings.HasSuffix(entry.Name(), ".go") {
			continue
		}
		text, err := os.ReadFile(filepath.Join(folder, entry.Name()))
		if err != nil {
			return nil, err
		}
		texts[entry.Name()] = string(text)
	}
	return texts, nil
}
