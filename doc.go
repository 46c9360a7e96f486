// Package shopdesk is the root of an admin console for merchants on a food-ordering platform. A program that wants the
// console inside imports package server, and builds the browser's files with the tool cmd/shopdesk-web; README.md has
// the few lines it takes.
package shopdesk
