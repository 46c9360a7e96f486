// Command release makes a release of Shopdesk from the commit of a clean tree: the program for six systems, checksums,
// a list of the modules inside (CycloneDX), the notices of third parties, the context of the image, and the changes
// since the last release. A commit and a version always give the same bytes. `make release VERSION=v1.2.3` runs it.
//
// It is in a module of its own, so that hosts of the console don't inherit what it needs.
package main
