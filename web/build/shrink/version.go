package shrink

import (
	"crypto/sha256"
	"embed"
	"io/fs"
)

//go:embed *.go
var sources embed.FS

// Version differs between two states of this package: it is the hash of its sources.
func Version() []byte {
	hash := sha256.New()
	names, _ := fs.Glob(sources, "*.go") // the pattern is well-formed
	for _, name := range names {
		body, _ := sources.ReadFile(name) // it is embedded
		hash.Write(body)
	}
	return hash.Sum(nil)
}
