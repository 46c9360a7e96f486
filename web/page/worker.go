package page

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"io/fs"

	"github.com/shopdesk/shopdesk/web/asset"
)

// offline are the build's files that pages need without a network, besides the
// program and the words.
var offline = []string{asset.Runtime, asset.Boot, asset.Styles, asset.World}

// worker puts constants in front of the worker's code: the version, the files that
// the worker always keeps, and the files of words, of which the worker keeps only
// those in use.
func worker(version string, kept, words []string, code []byte) ([]byte, error) {
	files, err := json.Marshal(addressed(version, kept))
	if err != nil {
		return nil, fmt.Errorf("page: worker: %w", err)
	}
	languages, err := json.Marshal(addressed(version, words))
	if err != nil {
		return nil, fmt.Errorf("page: worker: %w", err)
	}
	return fmt.Appendf(nil, "const VERSION = %q, FILES = %s, WORDS = %s;\n%s", version, files, languages, code), nil
}

// addressed gives the addresses of files.
func addressed(version string, names []string) []string {
	all := make([]string, len(names))
	for i, name := range names {
		all[i] = filesAt(version) + name
	}
	return all
}

// keptFiles names the files that the worker always keeps.
func (c Config) keptFiles(index asset.Index) []string {
	files := append([]string{c.program()}, offline...)
	if rest := c.rest(index); rest != "" {
		files = append(files, rest)
	}
	return files
}

// wordFiles names the files of words.
func wordFiles(index asset.Index) []string {
	var names []string
	for _, f := range index.AllWords() {
		names = append(names, f.Name)
	}
	return names
}

// filesAt gives the path of the build's files, relative to the mount point's slash.
func filesAt(version string) string { return "_/" + version + "/" }

// content reads a built file's uncompressed content.
func content(folder fs.FS, index asset.Index, name string) (string, error) {
	f, _ := index.File(name) // reading the index made sure of it
	r, err := read(folder, f, cacheForever)
	if err != nil {
		return "", err
	}
	body, err := plainForm(r)
	return string(body), err
}

// plainForm gives a resource's uncompressed content.
func plainForm(r *resource) ([]byte, error) {
	if r.plain != nil {
		return r.plain, nil
	}
	packed, err := gzip.NewReader(bytes.NewReader(r.gzip))
	if err != nil {
		return nil, fmt.Errorf("page: unpack asset: %w", err)
	}
	body, err := io.ReadAll(packed)
	if err != nil {
		return nil, fmt.Errorf("page: unpack asset: %w", err)
	}
	return body, nil
}
