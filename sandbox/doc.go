// Package sandbox is a simulator of the food-ordering platform: an
// http.Handler that answers the platform's paths as the interface describes
// them, with a clock, faults, a seeded chain of shops and a control page.
//
// It is the independent judge of everything else in this module: it imports
// package platform and a guard of loopback, never platform/rules, and writes its
// checks from the interface itself. docs/sandbox.md says what it
// models and what it doesn't.
package sandbox
