package shell

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"github.com/shopdesk/shopdesk/web/asset"
)

// offline are the build's files that pages need without a network, besides the
// program and the words.
var offline = []string{asset.Runtime, asset.Boot, asset.Styles, asset.World}

// worker puts what it must know in front of the worker's code: the version and the
// files it keeps.
func worker(version string, kept []string, code []byte) ([]byte, error) {
	var files []string
	for _, name := range kept {
		files = append(files, filesAt(version)+name)
	}
	list, err := json.Marshal(files)
	if err != nil {
		return nil, fmt.Errorf("shell: worker: %w", err)
	}
	return fmt.Appendf(nil, "const VERSION = %q, FILES = %s;\n%s", version, list, code), nil
}

// keptFiles are the names of the files that the worker keeps.
func keptFiles(program string, index asset.Index) []string {
	names := append([]string{program}, offline...)
	for _, f := range index.AllWords() {
		names = append(names, f.Name)
	}
	return names
}

// filesAt is where the build's files are, relative to the mount point's slash.
func filesAt(version string) string { return "_/" + version + "/" }

// plainForm is a resource's uncompressed content.
func plainForm(r *resource) ([]byte, error) {
	if r.plain != nil {
		return r.plain, nil
	}
	packed, err := gzip.NewReader(bytes.NewReader(r.gzip))
	if err != nil {
		return nil, fmt.Errorf("shell: unpack asset: %w", err)
	}
	body, err := io.ReadAll(packed)
	if err != nil {
		return nil, fmt.Errorf("shell: unpack asset: %w", err)
	}
	return body, nil
}
