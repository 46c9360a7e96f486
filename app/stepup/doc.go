// Package stepup asks once more for the password, or a passkey, before a
// dangerous act, and then repeats the act. It stands over the page, whose form
// stays as it was.
//
// A page holds a [Guard], hands it the error of each dangerous act, and shows a
// [Dialog].
package stepup
