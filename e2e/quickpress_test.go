package e2e

import "testing"

// pressTwo presses one control and, when a drawing that the first press has caused
// is due, the other: it is then drawn while the browser decides on the second.
func (b *tab) pressTwo(first, second string) {
	b.t.Helper()
	b.wait(first)
	b.settledFrames()
	b.eval(`((first, second) => {
		document.querySelector(first).click();
		for (const start = performance.now(); performance.now() - start < 100;); // longer than a frame
		document.querySelector(second).click();
	})("`+first+`", "`+second+`")`, nil)
	b.settledFrames()
}

// What is pressed while the press before is being drawn counts.
func TestPressesDuringADrawing(t *testing.T) {
	t.Parallel()
	d, b, _ := openShop(t)
	b.click("#pause-open")
	b.pressTwo("#pause-end-30", "#pause-end-60")
	b.until(`document.querySelector("#pause-end-60").checked`, "the second choice")
	b.pressTwo("#pause-end-15", "#pause-reason-busy")
	b.until(`document.querySelector("#pause-end-15").checked && document.querySelector("#pause-reason-busy").checked`,
		"a choice of each group")
	b.open(d.URL + "/shops/100001/hours")
	b.pressTwo("#mon-open", "#tue-open")
	b.until(`!document.querySelector("#mon-open").checked && !document.querySelector("#tue-open").checked`, "two switches")
	b.sees("2 changes")
	b.open(d.URL + "/shops")
	b.unfold()
	b.click("#shops-columns")
	b.pressTwo("#shops-column-place", "#shops-column-number")
	b.until(`document.querySelector("#shops-column-place").checked && document.querySelector("#shops-column-number").checked`, "two boxes")
	b.sees("Number")
}

// A dialog that is wanted again in the moment in which it closes stays open: the
// browser says late that it was closed.
func TestDialogThatIsWantedAgainAtOnce(t *testing.T) {
	t.Parallel()
	_, b := openDates(t, outing)
	b.click("#dates-add")
	b.wait("#date-editor[open]")
	b.eval(`(() => {
		const dialog = document.querySelector("#date-editor");
		new MutationObserver((_, o) => { if (!dialog.open) { o.disconnect(); document.querySelector("#dates-add").click() } })
			.observe(dialog, {attributeFilter: ["open"]});
		document.querySelector("#date-cancel").click();
	})()`, nil)
	b.until(`document.querySelector("#date-editor").open`, "the dialog to be open again")
	b.settledFrames()
	b.until(`document.querySelector("#date-editor").open && document.querySelector("#date-first")`,
		"the dialog to stay open")
	b.click("#date-cancel")
}
