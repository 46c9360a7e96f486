// Package diff says in words in what two states of a shop differ, and
// which rule a change would break: for the preview of a run, its outcome, the
// drift from a template and the list of all shops.
package diff
