package page

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"html/template"
	"net/http"
	"slices"
	"strings"

	"github.com/shopdesk/shopdesk/web/asset"
)

const htmlType = "text/html; charset=utf-8"

// Shell answers every request outside the API. Request paths still begin with the
// prefix: Shell needs no http.StripPrefix.
type Shell struct {
	config  Config
	header  http.Header
	version string
	frame   string               // the style sheet within the page
	early   string               // the script within the page
	page    *resource            // the one page
	files   map[string]*resource // by path after the prefix
	missing []byte
}

var _ http.Handler = (*Shell)(nil)

// New checks c and prepares every answer.
func New(c Config) (*Shell, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	if c.Assets == nil {
		return nil, errors.New("page: no assets")
	}
	s := &Shell{config: c, files: map[string]*resource{}}
	var err error
	if s.missing, err = render(messageTemplate, "There is nothing at this address."); err != nil {
		return nil, err
	}
	index, err := asset.Read(c.Assets)
	if err != nil {
		return nil, fmt.Errorf("page: %w", err)
	}
	if s.frame, err = content(c.Assets, index, asset.Frame); err != nil {
		return nil, err
	}
	if s.early, err = content(c.Assets, index, asset.Early); err != nil {
		return nil, err
	}
	s.header = headers(c, s.frame, s.early)
	return s, s.load(index)
}

// Version changes with the page, its headers and every file of the build. All
// replicas of one build and configuration have one version.
func (s *Shell) Version() string { return s.version }

// Map names the file, in the folder of the build, with the names and lines of the
// program that this console runs.
func (s *Shell) Map() string { return asset.Map(s.config.program()) + ".gz" }

// Page gives the one page.
func (s *Shell) Page() []byte { return s.page.plain }

func (s *Shell) load(index asset.Index) error {
	if err := s.nameVersion(index); err != nil {
		return err
	}
	kept := append(s.config.keptFiles(index), wordFiles(index)...)
	for _, f := range index.Files {
		r, err := read(s.config.Assets, f, cacheForever)
		if err != nil {
			return err
		}
		if f.Name != asset.Worker {
			s.files["/"+filesAt(s.version)+f.Name] = r
		}
		if s.config.Differences != nil && slices.Contains(kept, f.Name) {
			if r.dictionary, err = s.dictionary(f, r.gzip); err != nil {
				return err
			}
		}
		switch f.Name {
		case asset.Icon, asset.Icon192, asset.Icon512, asset.Maskable, asset.Touch:
			fixed := *r
			fixed.cache = cacheCheck
			s.files["/"+f.Name] = &fixed
			if f.Name == asset.Icon192 {
				s.files["/favicon.ico"] = &fixed
			}
		case asset.Worker:
			if err := s.addWorker(r, index); err != nil {
				return err
			}
		}
	}
	if err := s.addManifests(); err != nil {
		return err
	}
	s.files["/version.json"] = text("application/json", cacheNever, s.version,
		fmt.Appendf(nil, "{\"version\":%q}\n", s.version))
	s.files["/robots.txt"] = text("text/plain; charset=utf-8", cacheCheck, s.version,
		[]byte("User-agent: *\nDisallow: /\n"))
	page, err := s.render(index, s.version)
	if err != nil {
		return err
	}
	s.page = text(htmlType, cacheCheck, s.version, page)
	return nil
}

func (s *Shell) dictionary(f asset.File, packed []byte) (*dictionary, error) {
	digest, err := hex.DecodeString(f.Hash)
	if err != nil || len(digest) != sha256.Size {
		return nil, fmt.Errorf("page: asset %s: its hash is no SHA-256", f.Name)
	}
	return &dictionary{
		File:  File{Name: f.Name, Digest: Digest(digest), Gzip: packed},
		match: s.config.Prefix + "/" + filesAt("*") + f.Name, from: s.config.Differences,
	}, nil
}

func (s *Shell) addWorker(r *resource, index asset.Index) error {
	code, err := plainForm(r)
	if err != nil {
		return err
	}
	code, err = worker(s.version, s.config.keptFiles(index), wordFiles(index), code)
	if err != nil {
		return err
	}
	s.files["/"+asset.Worker] = text(r.mediaType, cacheCheck, s.version, code)
	return nil
}

// nameVersion hashes everything that a browser keeps: the page with its headers (a
// cached page keeps the headers with which it was stored) and the files.
func (s *Shell) nameVersion(index asset.Index) error {
	page, err := s.render(index, "")
	if err != nil {
		return err
	}
	sum := sha256.New()
	_, _ = sum.Write(page) // a hash takes everything
	_ = s.header.Write(sum)
	for _, f := range index.Files {
		_, _ = fmt.Fprintf(sum, "%s %s\n", f.Name, f.Hash)
	}
	s.version = hex.EncodeToString(sum.Sum(nil))[:16]
	return nil
}

func (s *Shell) render(index asset.Index, version string) ([]byte, error) {
	program, _ := index.File(s.config.program()) // the configuration was checked
	files := s.config.Prefix + "/" + strings.TrimSuffix(filesAt(version), "/")
	return render(pageTemplate, pageData{
		Config: s.config, Frame: template.CSS(s.frame), Early: template.JS(s.early), //nolint:gosec // of our own build
		Files: files + "/", Base: files, Program: program.Name, Rest: s.config.rest(index),
		Version: version, Size: program.Transfer(),
	})
}
