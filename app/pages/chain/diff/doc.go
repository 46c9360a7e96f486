// Package diff says in words in what two states of a shop differ, what a
// change or a template says, and which rule a change would break: for the
// preview of a run, the run and its outcome, the drift from a template and the
// list of all shops.
package diff
