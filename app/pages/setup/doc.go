// Package setup is the page behind the one-time link that makes the first
// owner. The link's token stands in the address's fragment, which no server
// sees; the page takes it out of the address at once.
package setup
