package asset

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"runtime/debug"
	"strings"
)

// IndexName is the index's file in the folder.
const IndexName = "assets.json"

// Names of the files that the server's page refers to.
const (
	Program  = "app.wasm"
	Rest     = "rest.wasm"    // what pages can open without; a program in one file has none
	Gallery  = "gallery.wasm" // the same with the gallery of components; a release lacks it
	Runtime  = "wasm_exec.js"
	Boot     = "boot.js"
	Early    = "early.js"  // within the page
	Frame    = "frame.css" // within the page; console.css goes on from it
	Worker   = "sw.js"
	Styles   = "console.css"
	Icon     = "icon.svg"
	Icon192  = "icon-192.png"
	Icon512  = "icon-512.png"
	Maskable = "icon-maskable-512.png"
	Touch    = "apple-touch-icon.png"
	World    = "world.svg" // the land, for the shop's place

	GalleryStyles = "gallery.css" // beside Gallery
)

// Map is the name of the file with a program's names and lines (package crash). The
// folder has it only as name.gz and the index doesn't list it: no browser gets it.
func Map(program string) string { return program + ".map" }

// Words is the name of the file with a language's texts, all under one key each.
func Words(lang string) string { return wordsStart + lang + wordsEnd }

const wordsStart, wordsEnd = "words.", ".txt"

// Required are the files without which there is no app.
var Required = []string{Program, Words("en"), Runtime, Boot, Early, Worker, Frame, Styles, Icon, Icon192,
	Icon512, Maskable, Touch, World}

// ErrNotBuilt says that the folder has no index: nothing was built into it.
var ErrNotBuilt = errors.New("asset: not built")

// Index lists a folder's files in the order of their names.
type Index struct {
	Quality int    `json:"quality"`           // of the brotli forms, 0 to 11
	Version string `json:"version,omitempty"` // of our module, where a host's go.mod selects one
	Files   []File `json:"files"`
}

// Version is the version of our module that a program is built with. It is "" where the go command knows none, as in
// our own checkout and in a workspace.
func Version(program *debug.BuildInfo) string {
	for _, m := range append(program.Deps, &program.Main) {
		if m.Path == "github.com/shopdesk/shopdesk" && m.Version != "(devel)" {
			return m.Version
		}
	}
	return ""
}

// Differs reports whether a program is built with another version than the files.
func (i Index) Differs(program *debug.BuildInfo) bool {
	ours := Version(program)
	return ours != "" && i.Version != "" && ours != i.Version
}

// File is one file. When Brotli and Gzip are set, the folder has it only as
// name.br and name.gz; otherwise only as it is.
type File struct {
	Name   string `json:"name"`
	Type   string `json:"type"`             // media type
	Size   int    `json:"size"`             // bytes, uncompressed
	Brotli int    `json:"brotli,omitempty"` // bytes as brotli
	Gzip   int    `json:"gzip,omitempty"`   // bytes as gzip
	Hash   string `json:"hash"`             // SHA-256 of the uncompressed bytes, hexadecimal
}

// Transfer is how many bytes a present-day browser fetches for f.
func (f File) Transfer() int {
	if f.Brotli > 0 {
		return f.Brotli
	}
	return f.Size
}

// Locate is the folder that has the index: folder itself, or the one folder in it, as "//go:embed dist" has files at
// "dist/…". It is [ErrNotBuilt] when there is no index.
func Locate(folder fs.FS) (fs.FS, error) {
	_, err := fs.Stat(folder, IndexName)
	if err == nil {
		return folder, nil
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("asset: %w", err)
	}
	below, err := fs.Glob(folder, "*/"+IndexName)
	if err != nil || len(below) == 0 {
		return nil, ErrNotBuilt
	}
	if len(below) > 1 {
		return nil, fmt.Errorf("asset: %s and %s are two builds", below[0], below[1])
	}
	return fs.Sub(folder, path.Dir(below[0]))
}

// Read reads the folder's index. It is [ErrNotBuilt] when there is none, and
// an error when a required file isn't listed.
func Read(folder fs.FS) (Index, error) {
	raw, err := fs.ReadFile(folder, IndexName)
	if errors.Is(err, fs.ErrNotExist) {
		return Index{}, ErrNotBuilt
	}
	if err != nil {
		return Index{}, fmt.Errorf("asset: read index: %w", err)
	}
	var index Index
	if err := json.Unmarshal(raw, &index); err != nil {
		return Index{}, fmt.Errorf("asset: decode index: %w", err)
	}
	for _, name := range Required {
		if _, ok := index.File(name); !ok {
			return Index{}, fmt.Errorf("asset: the index doesn't list %s", name)
		}
	}
	return index, nil
}

// AllWords lists the files of all languages' texts.
func (i Index) AllWords() []File {
	var all []File
	for _, f := range i.Files {
		if strings.HasPrefix(f.Name, wordsStart) && strings.HasSuffix(f.Name, wordsEnd) {
			all = append(all, f)
		}
	}
	return all
}

// File finds a file by its name.
func (i Index) File(name string) (File, bool) {
	for _, f := range i.Files {
		if f.Name == name {
			return f, true
		}
	}
	return File{}, false
}
