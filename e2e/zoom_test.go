package e2e

import (
	"fmt"
	"slices"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/input"
	"github.com/chromedp/chromedp"

	"github.com/shopdesk/shopdesk/sandbox"
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
	pages := append(slices.Clip(everyPage), []struct{ name, path string }{
		{"shops-chosen", "/shops"}, {"reasons", "/shops/100001"},
	}...)
	opens := map[string][]string{"shops-chosen": {".shops-rows .shops-tick"}, "reasons": {"#pause-open", "#pause .choice"}}
	for _, page := range pages {
		b.goTo(page.path)
		b.settled()
		for _, css := range opens[page.name] {
			b.click(css)
		}
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

// Bars that stick to the edges of a small screen, as at 200 % and more, covered the control that had the keyboard: of a
// week with an edit that had come back no field was seen at all.
func TestBarsLeaveTheKeyboardInSight(t *testing.T) {
	t.Parallel()
	d := startOrders(t, new(sandbox.Sandbox))
	b := newTab(t)
	d.board(b, "manager")
	d.rush(b, 4)
	b.walks("board")
	d.rush(b, 8)
	b.wait("#rush")
	b.walks("rush")
	b.open(d.URL + "/shops/100001/hours")
	b.fill("#mon-0-start", "9")
	b.reload()
	b.wait("#hours-draft")
	b.walks("hours")
	b.open(d.URL + "/shops/100001/phones")
	b.fill("#phone-0-number", "2345 6789")
	b.wait("#phones-save")
	b.walks("phones")
}

// walks goes through a page with the keyboard, to its end and back, on screens of several sizes, and asks that each
// control is seen when the keyboard has come to it.
func (b *tab) walks(page string) {
	b.t.Helper()
	for i, s := range []struct{ w, h int }{{640, 512}, {320, 640}, {1280, 860}, {320, 256}, {390, 844}, {667, 375}} {
		if !everyLook && i%3 != oneOf(3, page) {
			continue
		}
		b.viewport(s.w, s.h)
		b.settledFrames()
		at := fmt.Sprintf("%s-%dx%d", page, s.w, s.h)
		b.shot(at)
		hidden := b.walk("at(0)", 0)
		b.shot(at + "-end")
		if hidden = append(hidden, b.walk("at(-1)", input.ModifierShift)...); len(hidden) > 0 {
			b.t.Errorf("%s: %d covered: %v", at, len(hidden), hidden)
		}
	}
	b.viewport(1280, 860)
}

// walk presses Tab from one end of the page to the other, and names the controls that are covered when they have the
// keyboard.
func (b *tab) walk(from string, modifiers input.Modifier) (hidden []string) {
	b.t.Helper()
	b.eval(`[...document.querySelectorAll("#main :is(a[href], button, input)")].filter(e => e.checkVisibility() && !e.disabled).`+
		from+`.focus()`, nil)
	for range 400 {
		b.pressWith("Tab", modifiers)
		var what string
		if b.eval(coveredFocus, &what); what == "out" {
			return hidden
		}
		if what != "" {
			hidden = append(hidden, what)
		}
	}
	b.t.Fatalf("Tab doesn't lead out of the page\npage: %s", b.bodyText())
	return nil
}

// coveredFocus names the control that has the keyboard if less than half of it is seen; "out" outside of the page.
const coveredFocus = `(async () => {
	document.getAnimations().filter(a => a.animationName === "strip-settle").forEach(a => a.finish()); // else it takes no press
	await new Promise(requestAnimationFrame);
	const e = document.activeElement;
	if (!e.closest("#main")) return "out";
	const shown = [e, ...e.labels ?? []].find(n => n.getBoundingClientRect().width > 2) ?? e, r = shown.getBoundingClientRect();
	let seen = 0;
	for (let i = 0; i < 25; i++) {
		const top = document.elementFromPoint(r.x + r.width * (i % 5 + .5) / 5, r.y + r.height * (Math.floor(i / 5) + .5) / 5);
		if (top && (shown.contains(top) || e.contains(top) || [...e.labels ?? []].some(l => l.contains(top)))) seen++;
	}
	return seen < 13 ? (e.id || e.className || e.textContent) + " " + seen * 4 + " %" : "";
})()`

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

// unseen gives each control the keyboard in turn and finds those that look as they
// do without it, or are wholly under something else. A control that is drawn by its
// label shows it there.
const unseen = `(async () => {
	const found = [], outline = n => {
		const s = getComputedStyle(n);
		return s.opacity !== "0" && s.outlineStyle !== "none" && parseFloat(s.outlineWidth) >= 2 && [s.outlineStyle, s.outlineWidth, s.outlineColor, s.outlineOffset].join(" ");
	};
	await Promise.allSettled(document.getAnimations().map(a => a.finished)); // a message that has just come takes no press yet
	for (const e of document.querySelectorAll("a[href], button, input, select, textarea, summary, [tabindex='0']")) {
		if (!e.checkVisibility() || e.disabled || e.tabIndex < 0 || e.closest("[inert], .mark")) continue;
		const near = [e, e.nextElementSibling, e.parentElement, ...e.labels ?? []].filter(Boolean);
		if (document.activeElement === e) e.blur();
		const without = near.map(outline);
		e.focus();
		if (document.activeElement !== e) continue;
		e.scrollIntoView({block: "nearest", behavior: "instant"});
		for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame); // rows that come into sight keep the keyboard
		if (!e.isConnected) continue; // a message that has gone
		const shown = near.map(outline).some((now, i) => now && now !== without[i]);
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
