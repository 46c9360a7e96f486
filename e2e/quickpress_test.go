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
	d, b, _ := openShop(t)
	b.click("#pause-open")
	b.pressTwo("#pause-end-30", "#pause-end-60")
	b.until(`document.querySelector("#pause-end-60").checked`, "the second choice")
	b.pressTwo("#pause-end-15", "#pause-reason-busy")
	b.until(`document.querySelector("#pause-end-15").checked && document.querySelector("#pause-reason-busy").checked`, "a choice of each group")
	b.open(d.URL + "/shops/100001/hours")
	b.pressTwo("#mon-open", "#tue-open")
	b.until(`!document.querySelector("#mon-open").checked && !document.querySelector("#tue-open").checked`, "two switches")
	b.sees("2 changes")
	b.open(d.URL + "/shops")
	b.click("#shops-columns")
	b.pressTwo("#shops-column-place", "#shops-column-number")
	b.until(`document.querySelector("#shops-column-place").checked && document.querySelector("#shops-column-number").checked`, "two boxes")
	b.sees("Number")
}
