// Package invite is the page of a one-time link: to become an operator, or to
// choose a new password.
package invite
