// Package account is the operator's own: how the console looks and sounds on
// all their devices, their name, and how they sign in.
package account
