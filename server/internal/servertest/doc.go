// Package servertest is what tests of the server's packages have in common:
// tokens for a sandbox, and somebody who asks a console.
package servertest
