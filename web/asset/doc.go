// Package asset is the form in which the build hands the browser's files to
// the server: a folder of files, most of them only in their compressed forms,
// and an index that says what is there. It imports only the standard library.
package asset
