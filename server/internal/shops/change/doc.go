// Package change says how a change, or a template, changes a shop: the platform calls, the differences and the broken
// rules. The package is pure: it reads no clock and makes no call.
package change
