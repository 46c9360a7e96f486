package web

import (
	"embed"
	"io/fs"
)

// dist keeps one committed file, .gitkeep, so that the pattern always matches.
//
//go:embed all:dist
var dist embed.FS

// Assets is the built files and their index (see package asset). Without a
// build it has no index.
func Assets() fs.FS {
	files, err := fs.Sub(dist, "dist")
	if err != nil {
		panic(err) // "dist" is a valid path: the embedding above names it
	}
	return files
}
