// Package templates is the list of templates, a template with the shops that
// differ from it, and its editor.
package templates
