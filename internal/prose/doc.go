// Package prose tests the rules of writing that a program can test: the width of
// lines, the names of files in doc.go, the first words of comments, and where links
// lead.
package prose
