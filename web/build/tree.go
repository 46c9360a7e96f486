package build

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// listed is what the go command tells of a package.
type listed struct {
	ImportPath string
	Dir        string
	Standard   bool
	Module     *struct{ Path, Version, GoVersion string }
	GoFiles    []string
	SFiles     []string
	HFiles     []string
	EmbedFiles []string
}

// listProgram lists the packages of the program as the module in the current folder selects them. The program's own
// package is the last.
func listProgram(ctx context.Context, o options) ([]listed, error) {
	o.say("listing the sources of %s", o.program)
	args := []string{"list", "-deps", "-buildvcs=false", "-buildmode=default", "-race=false", // whatever GOFLAGS says
		"-json=ImportPath,Dir,Standard,Module,GoFiles,SFiles,HFiles,EmbedFiles"}
	if o.gallery {
		args = append(args, "-tags=gallery")
	}
	list, err := goCommand(ctx, stock, "", nil, append(args, o.program)...)
	if err != nil {
		return nil, fmt.Errorf("%w\nshopdesk-web runs in the folder of a module that has it as a tool: go get -tool %s",
			err, defaultProgram)
	}
	var all []listed
	for decoder := json.NewDecoder(strings.NewReader(list)); ; {
		var p listed
		if err := decoder.Decode(&p); errors.Is(err, io.EOF) {
			break
		} else if err != nil {
			return nil, fmt.Errorf("build: go list: %w", err)
		}
		if !p.Standard {
			all = append(all, p)
		}
	}
	if i := slices.IndexFunc(all, func(p listed) bool { return p.Module == nil }); i >= 0 {
		return nil, fmt.Errorf("build: %s is in no module", all[i].ImportPath)
	}
	if len(all) == 0 {
		return nil, fmt.Errorf("build: %s has no sources", o.program)
	}
	return all, nil
}

// tree is a module of its own with all sources of the program, in a folder that the caller removes.
type tree struct {
	folder string
	main   string // the program's package, relative to the folder
}

// copyTree copies the program's packages. The program's module becomes the main module and the others stand in
// folders below it, so that neither the host's go.mod nor where the sources lay shows in the program.
func copyTree(folder string, packages []listed) (tree, error) {
	program := packages[len(packages)-1]
	files := map[string][]byte{}
	modules := map[string]string{} // their lines in go.mod, by path
	for _, p := range packages {
		root := ""
		if p.Module.Path != program.Module.Path {
			root = filepath.Join("modules", filepath.FromSlash(p.Module.Path))
			version := p.Module.Version
			if version == "" { // a workspace has it
				version = firstVersion(p.Module.Path)
			}
			modules[p.Module.Path] = fmt.Sprintf("require %[1]s %[2]s\nreplace %[1]s => ./%[3]s\n", p.Module.Path, version,
				filepath.ToSlash(root))
			files[filepath.Join(root, "go.mod")] = goMod(p.Module.Path, p.Module.GoVersion)
		}
		if strings.HasPrefix(p.ImportPath, engine+"/") {
			continue
		}
		inside := filepath.Join(root, filepath.FromSlash(strings.TrimPrefix(p.ImportPath, p.Module.Path)))
		for _, name := range slices.Concat(p.GoFiles, p.SFiles, p.HFiles, p.EmbedFiles) {
			body, err := os.ReadFile(filepath.Join(p.Dir, name))
			if err != nil {
				return tree{}, fmt.Errorf("build: %w", err)
			}
			files[filepath.Join(inside, name)] = body
		}
	}
	stock := slices.IndexFunc(packages, func(p listed) bool { return p.ImportPath == engine+"/pkg/app" })
	if stock < 0 {
		return tree{}, fmt.Errorf("build: %s doesn't import the engine %s", program.ImportPath, engine)
	}
	slim, err := slimFiles(os.DirFS(filepath.Join(packages[stock].Dir, "../..")))
	if err != nil {
		return tree{}, fmt.Errorf("%w: go.mod selects %s %s, which isn't the engine's release that this console is made for",
			err, engine, packages[stock].Module.Version)
	}
	for name, body := range slim {
		files[filepath.Join("modules", filepath.FromSlash(engine), filepath.FromSlash(name))] = body
	}
	lines := goMod(program.Module.Path, program.Module.GoVersion)
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		lines = append(lines, modules[path]...)
	}
	files["go.mod"] = lines
	for name, body := range files {
		target := filepath.Join(folder, name)
		if err := os.MkdirAll(filepath.Dir(target), 0o755); err != nil {
			return tree{}, fmt.Errorf("build: %w", err)
		}
		if err := os.WriteFile(target, body, 0o600); err != nil {
			return tree{}, fmt.Errorf("build: %w", err)
		}
	}
	return tree{folder, "." + strings.TrimPrefix(program.ImportPath, program.Module.Path)}, nil
}

func goMod(path, version string) []byte {
	if version == "" {
		return fmt.Appendf(nil, "module %s\n\n", path)
	}
	return fmt.Appendf(nil, "module %s\n\ngo %s\n\n", path, version)
}

// firstVersion is a version that fits a module's path: v2.0.0 for one that ends in /v2.
func firstVersion(path string) string {
	if i := strings.LastIndex(path, "/v"); i >= 0 && strings.Trim(path[i+2:], "0123456789") == "" {
		return path[i+1:] + ".0.0"
	}
	return "v0.0.0"
}
