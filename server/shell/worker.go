package shell

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"github.com/shopdesk/shopdesk/web/asset"
)

// offline are the build's files that a page needs without a network.
var offline = []string{asset.Program, asset.Runtime, asset.Boot, asset.Styles}

// worker puts the version and the file list in front of the worker's code.
func worker(version string, code []byte) ([]byte, error) {
	files := make([]string, len(offline))
	for i, name := range offline {
		files[i] = filesAt(version) + name
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
