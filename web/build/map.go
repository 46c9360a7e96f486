package main

import (
	"fmt"

	"github.com/shopdesk/shopdesk/web/asset"
	"github.com/shopdesk/shopdesk/web/build/shrink"
	"github.com/shopdesk/shopdesk/web/crash"
)

// mapOf is the map of a program, by which the server finds the names and lines of a crash. Programs of a toolchain that
// the rewriting doesn't know have none: the build has warned of them.
func mapOf(name string, linked []byte) (source, bool) {
	m, err := readMap(linked)
	if err != nil {
		return source{}, false
	}
	return source{asset.Map(name), keptType, m.Encode()}, true
}

func readMap(linked []byte) (*crash.Map, error) {
	functions, imports, err := shrink.Functions(linked)
	if err != nil {
		return nil, fmt.Errorf("build: map: %w", err)
	}
	m := &crash.Map{Imports: imports}
	for _, f := range functions {
		known := crash.Function{Name: f.Name}
		for _, p := range f.Places {
			known.Places = append(known.Places, crash.Place(p))
		}
		for _, c := range f.Calls {
			known.Calls = append(known.Calls, crash.Call(c))
		}
		m.Functions = append(m.Functions, known)
	}
	return m, nil
}
