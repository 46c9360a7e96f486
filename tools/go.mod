module github.com/shopdesk/shopdesk/tools

go 1.26.0

toolchain go1.26.8

require github.com/CycloneDX/cyclonedx-go v0.12.0

require github.com/davecgh/go-spew v1.1.2-0.20180830191138-d8f796af33cc // indirect
