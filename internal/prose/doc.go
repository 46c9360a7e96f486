// Package prose tests the rules of writing that a program can test: the width of
// lines, the names of files in doc.go, and the first words of comments.
package prose
