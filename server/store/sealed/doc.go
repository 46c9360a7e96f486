// Package sealed encrypts what the store keeps secret: AES-256-GCM, with the
// keys in a file of their own and each sealed text bound to its place, so that
// moving it to another row fails as changing it does.
//
// A sealed text is "v1.<key id>.<base64>". The keys file has one key on a line,
// "<key id>:<base64 of 32 bytes>"; the first one seals, all of them open. To
// rotate, put a new line first and keep the old ones until nothing is sealed
// with them any more. Lines that are empty or begin with # are skipped.
//
// The keys themselves only derive others (HKDF-SHA-256), one for each purpose.
// No key is ever part of an error, a log line or anything that fmt prints.
package sealed
