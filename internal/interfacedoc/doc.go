// Package interfacedoc keeps docs/interface.md in step with the catalogue of
// endpoints: `go test ./internal/interfacedoc -update` writes it anew.
package interfacedoc
