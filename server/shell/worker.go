package shell

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"

	"github.com/shopdesk/shopdesk/api"
	"github.com/shopdesk/shopdesk/web/asset"
)

// offline are the build's files that every page needs without a network, besides
// the words. web/sw.js decides which of the other programs are kept.
var offline = []string{asset.Program, asset.Runtime, asset.Boot, asset.Styles, asset.World}

// worker puts what it must know in front of the worker's code: the version, the
// files kept from the start, and the other programs with what the addresses of
// their pages begin with.
func worker(version string, index asset.Index, code []byte) ([]byte, error) {
	var files []string
	for _, name := range offline {
		files = append(files, filesAt(version)+name)
	}
	for _, f := range index.AllWords() {
		files = append(files, filesAt(version)+f.Name)
	}
	list, err := json.Marshal(files)
	if err != nil {
		return nil, fmt.Errorf("shell: worker: %w", err)
	}
	others := map[string][]string{}
	for _, name := range asset.Programs {
		if parts := api.Parts[programOf(name)]; parts != nil {
			others[name] = parts
		}
	}
	programs, err := json.Marshal(others)
	if err != nil {
		return nil, fmt.Errorf("shell: worker: %w", err)
	}
	return fmt.Appendf(nil, "const VERSION = %q, FILES = %s, PROGRAMS = %s;\n%s", version, list, programs, code), nil
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
