// Package fetch reads the content of an address that a person typed, and posts to
// an address that a browser named, without reaching into our own network. Each
// connection's resolved address is checked when it is dialled, for each redirect
// anew, so a name that resolves differently a second time gains nothing. Only our
// own code reads the answer. The person who named the address is sent nothing of it
// but a thumbnail of a photo that passed its check.
package fetch
