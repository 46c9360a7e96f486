// Package link is what the pages behind a one-time link have in common: the
// link's token, and the form by which somebody becomes an operator. The token
// stands in the address's fragment, which no server sees.
package link
