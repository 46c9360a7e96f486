// Package doctor compares what we assume of a platform with what a real one does.
// It makes only calls that change nothing there, listens for webhooks, and says
// of each assumption whether it holds. It reads JSON by itself, so that it also
// tells of what package platform overlooks.
package doctor
