package e2e

import (
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/chromedp"
)

// Every page at 200 % and on the narrowest screen, for somebody with colours of
// their own who wants nothing to move: nothing runs off or is cut, nothing moves,
// and the keyboard is seen wherever it is.
func TestPagesForEverybody(t *testing.T) {
	t.Parallel()
	d := start(t, withGallery)
	b := newTab(t)
	d.entered(b, "owner")
	b.do(emulation.SetEmulatedMedia().WithFeatures([]*emulation.MediaFeature{
		{Name: "forced-colors", Value: "active"}, {Name: "prefers-reduced-motion", Value: "reduce"},
	}))
	for _, page := range everyPage {
		b.goTo(page.path)
		b.settled()
		for i, screen := range []struct {
			name  string
			w, h  int
			scale float64
		}{{"at 200 %", 640, 430, 2}, {"320 px wide", 320, 640, 1}} {
			if !everyLook && i != oneOf(2, page.name) {
				continue
			}
			b.do(chromedp.EmulateViewport(int64(screen.w), int64(screen.h), chromedp.EmulateScale(screen.scale)))
			name := page.name + " " + screen.name
			b.fits(name)
			for _, look := range []struct{ what, js string }{{"cut off", cutOff}, {"moving", moving},
				{"focused unseen", unseen}} {
				b.press("Tab") // what is focused next is focused by the keyboard
				var found []string
				b.eval(look.js, &found)
				if len(found) > 0 {
					t.Errorf("%s: %s: %v", name, look.what, found)
				}
			}
			b.shot("forced-" + page.name + "-" + screen.name[:3])
		}
	}
}

// cutOff finds texts that their box doesn't show whole. Those that end in dots say
// so, and are told whole elsewhere.
const cutOff = `[...document.querySelectorAll("body *")].filter(e => {
	const s = getComputedStyle(e), r = e.getBoundingClientRect();
	if (!e.checkVisibility() || r.width <= 2 || e.matches("input, textarea, select, svg *, .hidden")) return false;
	if (s.textOverflow === "ellipsis" || s.webkitLineClamp !== "none") return false;
	const wide = !["visible", "auto", "scroll"].includes(s.overflowX) && e.scrollWidth > e.clientWidth + 1;
	const tall = !["visible", "auto", "scroll"].includes(s.overflowY) && e.scrollHeight > e.clientHeight + 1;
	return (wide || tall) && e.textContent.trim() !== "";
}).slice(0, 6).map(e => e.tagName + "." + e.className + "#" + e.id + ": " + e.textContent.slice(0, 30))`

// moving finds what takes time to change.
const moving = `[...document.querySelectorAll("body *")].filter(e => e.checkVisibility() && ["transitionDuration", "animationDuration"].some(p =>
	getComputedStyle(e)[p].split(",").some(d => parseFloat(d) > 0.02))).slice(0, 6).map(e => e.tagName + "." + e.className)`

// unseen gives each control the keyboard in turn and finds those that don't show
// it, or are wholly under something else. A control that is drawn by its label
// shows it there.
const unseen = `(async () => {
	const found = [];
	await Promise.allSettled(document.getAnimations().map(a => a.finished)); // a message that has just come takes no press yet
	for (const e of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")) {
		if (!e.checkVisibility() || e.disabled || e.tabIndex < 0 || e.closest("[inert], .mark")) continue;
		e.focus();
		if (document.activeElement !== e) continue;
		e.scrollIntoView({block: "nearest", behavior: "instant"});
		await new Promise(requestAnimationFrame);
		if (!e.isConnected) continue; // a message that has gone
		const near = [e, e.nextElementSibling, e.parentElement, ...e.labels ?? []].filter(Boolean);
		const shown = near.some(n => { const s = getComputedStyle(n); return s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2; });
		const boxes = near.map(n => n.getBoundingClientRect()).filter(r => r.width > 2);
		const reached = boxes.some(r => [[.5, .5], [.1, .2], [.9, .8], [.1, .8], [.9, .2]].some(([x, y]) => {
			const top = document.elementFromPoint(r.x + r.width * x, r.y + r.height * y);
			return top && near.some(n => n.contains(top));
		}));
		if (!shown || !reached) found.push((shown ? "covered " : "no outline ") + e.tagName + "." + e.className + "#" + e.id);
		if (found.length > 5) break;
	}
	scrollTo(0, 0);
	return found;
})()`
