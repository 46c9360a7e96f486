// Package crashes takes the last words of the program where it died in a browser: it finds the names and lines of the
// stack, logs them, and keeps the latest for owners to read (docs/adr/0033-shrink.md).
//
// What comes is a browser's word and may be about anything: only what package crash lets through is kept.
package crashes
