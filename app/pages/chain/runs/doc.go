// Package runs shows the runs, one change for many shops each: the list of
// them, and one with its progress and result. A run goes on without the page;
// package wizard begins one.
package runs
