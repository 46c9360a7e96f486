// Package activity is the page of who changed what: filters, what each change
// was in words, setting a change back, and all of it as a CSV file.
package activity
