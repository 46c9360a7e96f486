// Package loopback keeps what lets anybody in, the demonstration and the sandbox,
// to the programs of this machine: it refuses requests for other hosts, and
// requests that a proxy forwarded. It imports the standard library alone.
package loopback
