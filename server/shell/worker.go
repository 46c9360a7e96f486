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
func worker(version, program string, index asset.Index, code []byte) ([]byte, error) {
	var files []string
	for _, name := range append([]string{program}, offline...) {
		files = append(files, filesAt(version)+name)
	}
	for _, f := range index.AllWords() {
		files = append(files, filesAt(version)+f.Name)
	}
	list, err := json.Marshal(files)
	if err != nil {
		return nil, fmt.Errorf("shell: worker: %w", err)
	}
	return fmt.Appendf(nil, "const VERSION = %q, FILES = %s;\n%s", version, list, code), nil
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
