// Package pushtest is a push service with browsers, for tests. It makes the demands on each message
// that real services make (RFC 8030, 8292), and opens the message with the browser's own keys (RFC
// 8291). Its code is independent of package push.
package pushtest
