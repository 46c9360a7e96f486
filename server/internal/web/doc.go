// Package web is the area of the files and pages that a browser gets besides the
// API's answers. It holds no code.
//
// Package page serves the one page at every address, and its files. Package release
// sends updates as differences, and crashes takes the reports of browser programs
// that crashed. Package httpio reads requests and writes answers for all areas.
// Package fetch fetches addresses that a person typed.
package web
