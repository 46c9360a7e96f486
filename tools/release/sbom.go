package main

import (
	"context"
	"crypto/sha256"
	"debug/buildinfo"
	"fmt"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	cyclonedx "github.com/CycloneDX/cyclonedx-go"
)

// sbom writes the modules inside, as CycloneDX: those that the built programs name, and those of the browser's program.
func (r *release) sbom(ctx context.Context) error {
	modules := map[string]string{} // version by path
	for _, t := range r.targets {
		info, err := buildinfo.ReadFile(r.program(t))
		if err != nil {
			return err
		}
		modules["std"] = strings.TrimPrefix(info.GoVersion, "go")
		for _, m := range info.Deps {
			if m.Replace != nil {
				m = m.Replace
			}
			modules[m.Path] = m.Version
		}
	}
	packages, err := r.packages(ctx)
	if err != nil {
		return err
	}
	for _, p := range packages {
		if _, known := modules[p.Module.Path]; !known {
			modules[p.Module.Path] = p.Module.Version
		}
	}
	file, err := os.Create(filepath.Join(r.out, "sbom.cdx.json"))
	if err != nil {
		return err
	}
	if err := cyclonedx.NewBOMEncoder(file, cyclonedx.BOMFileFormatJSON).SetPretty(true).Encode(
		r.bom(modules)); err != nil {
		_ = file.Close()
		return err
	}
	return file.Close()
}

// bom lists the modules. Time and number are of the commit and the version, so that a second build has them as well.
func (r *release) bom(modules map[string]string) *cyclonedx.BOM {
	id := sha256.Sum256([]byte(r.version + " " + r.commit))
	id[6], id[8] = id[6]&0x0f|0x80, id[8]&0x3f|0x80 // a UUID of version 8 (RFC 9562)
	self := "pkg:golang/github.com/shopdesk/shopdesk@" + r.version
	bom := cyclonedx.NewBOM()
	bom.SerialNumber = fmt.Sprintf("urn:uuid:%x-%x-%x-%x-%x", id[:4], id[4:6], id[6:8], id[8:10], id[10:16])
	bom.Metadata = &cyclonedx.Metadata{
		Timestamp: r.date.Format(time.RFC3339),
		Component: &cyclonedx.Component{BOMRef: self, Type: cyclonedx.ComponentTypeApplication,
			Name: "github.com/shopdesk/shopdesk", Version: r.version, PackageURL: self},
	}
	var components []cyclonedx.Component
	var refs []string
	for _, path := range slices.Sorted(maps.Keys(modules)) {
		url := "pkg:golang/" + path + "@" + modules[path]
		refs = append(refs, url)
		components = append(components, cyclonedx.Component{BOMRef: url, Type: cyclonedx.ComponentTypeLibrary,
			Name: path, Version: modules[path], PackageURL: url})
	}
	bom.Components = &components
	bom.Dependencies = &[]cyclonedx.Dependency{{Ref: self, Dependencies: &refs}}
	return bom
}
