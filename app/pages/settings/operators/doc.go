// Package operators shows who may use the console, with which roles, and lets
// owners invite people, change roles, disable and remove. What may be done to
// whom is the server's to say; the page draws no other buttons.
package operators
