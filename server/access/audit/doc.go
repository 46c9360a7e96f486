// Package audit signs, proves, shortens and shows the audit: the chain of rows
// that package store keeps. It imports api, auth, httpio, seal and store.
package audit
