// Package form is what the pages' models say about a form that isn't right
// yet. It is plain Go.
package form
