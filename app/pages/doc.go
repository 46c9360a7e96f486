// Package pages is the contract between the shell and the pages.
//
// A page is a folder with
//
//	page.go     the struct, its props and state, OnMount and OnDismount
//	view.go     Render and its pieces; no logic
//	actions.go  event handlers: read the value, call the model, perhaps start a call
//	model.go    plain Go without go-app, tested natively in milliseconds
//
// The shell makes the page and hands it its dependencies in one embedded field,
// Deps. A page is mounted afresh when the place, the shop or the operator
// changes: it never sees its Route change.
//
// Rules that every page keeps:
//
//   - Network only through [Load], which calls outside the UI goroutine and
//     comes back on it. Fields change on the UI goroutine alone.
//   - A [Generation] per kind of call drops late answers: an answer counts only
//     if nothing newer was asked for. What comes back for a page that has gone,
//     go-app drops.
//   - The shell reads the current shop (details, weekly hours, special hours, what
//     its dates are called, its pause) in one call when it is opened, when the last
//     read is old and when a page asks with [Deps.Read]. A page that needs it takes
//     what was read in OnInit, so that its first frame is whole. The outcome is State.Record: what was read, Reading
//     and Err. A page shows what is there at once, and without it a skeleton, unless
//     the read failed. Only what the record doesn't hold, and changes, are calls
//     of the page's own; after a change it puts the new value into State
//     (SetWeek, …) and posts [Deps.Changed].
//   - Every page has exactly one h1 with the id [HeadingID]: the shell moves
//     the focus there after navigation.
//   - The context of an event dies with the element pressed. What comes back
//     later uses the context that OnMount was given.
//   - A signed-out answer needs no handling: the shell asks for the password
//     over the page and posts state.ActionSignedIn when the same person is
//     back. A page repeats its reads that way, also when it is pulled down; a save
//     waits for another press of its button, because minutes may have passed.
//   - Words come from app/text; links from [Deps.Href].
//   - Whoever changes State posts [Deps.Changed]; success is told by [Deps.Toast].
package pages
