// Package fetch reads what stands at an address that somebody typed, and posts to
// one that a browser named, without letting them look into our own network. The address that is really dialled
// decides, after the name was resolved and for each redirect anew: a name that
// changes its mind between two looks gains nothing. Whatever the answer is, it
// goes to our own code alone, never to whoever asked.
package fetch
