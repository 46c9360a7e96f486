package e2e

import (
	"testing"
)

// noStorage refuses the browser's storage, as a browser does that is told to keep nothing for a site.
const noStorage = `for (const name of ["localStorage", "sessionStorage"]) Object.defineProperty(window, name, {
	get() { throw new DOMException("The storage is blocked.", "SecurityError"); },
})`

// A browser that keeps nothing ended the program at its start, without a word. The sign-in's form then sent itself, the
// password in the address.
func TestConsoleWorksWithoutStorage(t *testing.T) {
	t.Parallel()
	d, b := start(t), newTab(t)
	b.before(noStorage)
	d.signsIn(b, "manager")
	b.goTo("/shops/100001/hours")
	b.wait("#hours-form input.in-time")
}

// What a browser throws in the middle of the program's functions ends the program. The page went on to take presses.
func TestBrowserEndsTheProgram(t *testing.T) {
	t.Parallel()
	d, b := start(t), newTab(t)
	d.entered(b, "manager")
	b.expect("SecurityError")
	b.eval(`Object.defineProperty(document.documentElement, "dataset", {
		get() { throw new DOMException("refused", "SecurityError"); },
	}); true`, nil)
	b.click("#me")
	b.click("#me-item-theme-dark")
	b.sees("The console stopped.")
}
