package build

import (
	"bytes"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"runtime/debug"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/internal/wholefile"
	"github.com/shopdesk/shopdesk/web/asset"
)

const (
	scriptType = "text/javascript; charset=utf-8"
	styleType  = "text/css; charset=utf-8"
	pngType    = "image/png"
	keptType   = "" // of what is the server's own: it stands in the folder as gzip, and not in the index
)

// source is a file in its plain form.
type source struct {
	name      string
	mediaType string
	body      []byte
}

// write puts the files and then their index into the folder, and takes away
// all else that is there: see ours. Unchanged files keep their times, so that a
// program which embeds them isn't linked again.
func write(folder string, p packer, files []source) (asset.Index, error) {
	index := asset.Index{Quality: p.quality}
	if info, ok := debug.ReadBuildInfo(); ok {
		index.Version = asset.Version(info)
	}
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return index, fmt.Errorf("build: %w", err)
	}
	if err := ours(folder); err != nil {
		return index, err
	}
	slices.SortFunc(files, func(a, b source) int { return strings.Compare(a.name, b.name) })
	keep := []string{asset.IndexName}
	put := func(name string, body []byte) error {
		keep = append(keep, name)
		return putFile(filepath.Join(folder, name), body)
	}
	all, err := p.packAll(files)
	if err != nil {
		return index, err
	}
	for i, f := range files {
		if f.mediaType == keptType {
			if err := put(f.name+".gz", all[i].gzip); err != nil {
				return index, err
			}
			continue
		}
		entry := asset.File{Name: f.name, Type: f.mediaType, Size: len(f.body), Hash: hash(f.body)}
		if f.mediaType == pngType {
			if err := put(f.name, f.body); err != nil {
				return index, err
			}
			index.Files = append(index.Files, entry)
			continue
		}
		entry.Brotli, entry.Gzip = len(all[i].brotli), len(all[i].gzip)
		if err := put(f.name+".br", all[i].brotli); err != nil {
			return index, err
		}
		if err := put(f.name+".gz", all[i].gzip); err != nil {
			return index, err
		}
		index.Files = append(index.Files, entry)
	}
	list, err := json.MarshalIndent(index, "", "  ")
	if err != nil {
		return index, fmt.Errorf("build: index: %w", err)
	}
	if err := putFile(filepath.Join(folder, asset.IndexName), list); err != nil {
		return index, err
	}
	return index, sweep(folder, keep)
}

func putFile(name string, body []byte) error {
	if there, err := os.ReadFile(name); err == nil && bytes.Equal(there, body) {
		return nil
	}
	return wholefile.Replace(name, body, 0o644)
}

// ours refuses a folder with files that no build has made: sweep would remove them.
func ours(folder string) error {
	names, err := list(folder)
	if err != nil || len(names) == 0 || slices.Contains(names, asset.IndexName) {
		return err
	}
	return fmt.Errorf("build: %s has %s and no earlier build: name a folder of its own, or empty it", folder, names[0])
}

// sweep removes an earlier build's files.
func sweep(folder string, keep []string) error {
	names, err := list(folder)
	if err != nil {
		return err
	}
	for _, name := range names {
		if slices.Contains(keep, name) {
			continue
		}
		if err := os.Remove(filepath.Join(folder, name)); err != nil {
			return fmt.Errorf("build: %w", err)
		}
	}
	return nil
}

// list lists the files of a folder without those whose name begins with a dot, which aren't ours.
func list(folder string) (names []string, err error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, fmt.Errorf("build: %w", err)
	}
	for _, entry := range entries {
		if !entry.IsDir() && !strings.HasPrefix(entry.Name(), ".") {
			names = append(names, entry.Name())
		}
	}
	return names, nil
}
