// Package sealed encrypts the store's secrets with AES-256-GCM. The keys are in a separate file.
// Each sealed text is bound to its place, so that a text moved to another row fails to open, like a
// changed text.
//
// A sealed text is "v1.<key id>.<base64>". Each line of the keys file holds a key, "<key
// id>:<base64 of 32 bytes>". The first key seals; all keys open. To rotate, insert a new line at
// the top and keep the old lines until no text is sealed with them any more. Empty lines and lines
// that begin with # are skipped.
//
// The keys are only used to derive other keys (HKDF-SHA-256), one for each purpose. No error, log
// line or fmt output contains a key.
package sealed
