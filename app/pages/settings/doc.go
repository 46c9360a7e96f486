// Package settings is the frame of the settings: their names, the way from one
// to the other, and what each of them is for. The pages are in its folders.
package settings
