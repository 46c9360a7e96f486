// Package setup is the page behind the one-time link that makes the first
// owner.
package setup
