package build

import (
	"bytes"
	"compress/gzip"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"io"
	"runtime"

	"github.com/andybalholm/brotli"
	"golang.org/x/sync/errgroup"

	"github.com/shopdesk/shopdesk/web/asset"
)

// packer compresses, and remembers what it compressed.
type packer struct {
	cache   cache
	quality int // of brotli
	// check has every file that isn't a program packed as for a release. The
	// program is so only if it is over quickBudget: that packing takes a minute.
	check bool
}

const release = brotli.BestCompression

// packed is a file in both forms.
type packed struct{ brotli, gzip []byte }

// packAll compresses files, on all processors. Pictures are left as they are.
func (p packer) packAll(files []source) ([]packed, error) {
	all := make([]packed, len(files))
	var working errgroup.Group
	working.SetLimit(runtime.GOMAXPROCS(0))
	for i, f := range files {
		if f.mediaType == pngType {
			continue
		}
		working.Go(func() (err error) {
			if all[i].gzip, err = p.gzip(f.body); err == nil && f.mediaType != keptType {
				all[i].brotli, err = p.pack(f)
			}
			return err
		})
	}
	return all, working.Wait()
}

func (p packer) pack(f source) ([]byte, error) {
	if p.check && f.mediaType != wasmType {
		return p.brotli(f.body, release)
	}
	packed, err := p.brotli(f.body, p.quality)
	if err != nil || !p.check || f.name != asset.Program || len(packed) <= quickBudget {
		return packed, err
	}
	if packed, err = p.brotli(f.body, release); err == nil {
		err = overBudget(len(packed), len(packed), release, 0)
	}
	return packed, err
}

func (p packer) brotli(body []byte, quality int) ([]byte, error) {
	return p.remember(body, fmt.Sprintf("br%d", quality), func(w io.Writer) (io.WriteCloser, error) {
		return brotli.NewWriterOptions(w, brotli.WriterOptions{Quality: quality, LGWin: 22}), nil
	})
}

func (p packer) gzip(body []byte) ([]byte, error) {
	return p.remember(body, "gz9", func(w io.Writer) (io.WriteCloser, error) {
		return gzip.NewWriterLevel(w, gzip.BestCompression)
	})
}

func (p packer) remember(body []byte, form string, open func(io.Writer) (io.WriteCloser, error)) ([]byte, error) {
	return p.cache.remember(hash(body)+"."+form, func() ([]byte, error) {
		var packed bytes.Buffer
		w, err := open(&packed)
		if err != nil {
			return nil, fmt.Errorf("build: %s: %w", form, err)
		}
		if _, err := w.Write(body); err != nil {
			return nil, fmt.Errorf("build: %s: %w", form, err)
		}
		if err := w.Close(); err != nil {
			return nil, fmt.Errorf("build: %s: %w", form, err)
		}
		return packed.Bytes(), nil
	})
}

func hash(body []byte) string {
	sum := sha256.Sum256(body)
	return hex.EncodeToString(sum[:])
}
