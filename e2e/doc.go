// Package e2e drives the real console, on the real sandbox, in a real Chromium,
// and a selection of its flows in Firefox and WebKitGTK. One flow a file. A test
// fails on any console error, uncaught exception or policy report, whatever else
// it looks at. Go starts parallel tests from the last file on: the longest flows stand in late ones.
//
// With SHOPDESK_SHOTS set to a folder, the flows leave screenshots there.
package e2e
