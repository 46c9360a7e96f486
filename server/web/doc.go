// Package web is the area of what a browser is served besides the API's
// answers. It holds no code.
//
// Package page answers every address with the one page and its files, release
// sends updates as differences, and crashes takes the reports of programs that
// died. Package httpio reads requests and writes answers for all areas, and
// fetch goes to addresses that a person typed.
package web
