package e2e

import (
	"fmt"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

// acts counts the acts that the console is asked for.
func (d *desk) acts() *atomic.Int64 {
	var n atomic.Int64
	count := func(r *http.Request) {
		if strings.HasSuffix(r.URL.Path, api.PathOrderAct) {
			n.Add(1)
		}
	}
	d.watch.Store(&count)
	return &n
}

// rush places plain orders, and gives them as the board of Central has them once it has read them all.
func (d *desk) rush(b *tab, n int) []int64 {
	d.t.Helper()
	ids, err := d.box.Rush(sandbox.Placement{ShopID: central}, n)
	if err != nil {
		d.t.Fatal(err)
	}
	for _, id := range ids {
		b.whole(id)
	}
	var shown []string
	b.eval(`[...document.querySelectorAll(".lane[data-lane=new] .order")].map(({ id }) => id)`, &shown)
	place := func(id int64) int { return slices.Index(shown, "order-"+strconv.FormatInt(id, 10)) }
	slices.SortFunc(ids, func(one, other int64) int { return place(one) - place(other) })
	return ids
}

// mend lets the board ring, so that its note about that is gone.
func (b *tab) mend() {
	b.t.Helper()
	b.click("#sound-mend")
	b.until(`!document.querySelector("#sound-off")`, "the sound to be on")
	b.eval(`window.tones = {}`, nil) // without the test of the bell
}

// middle is where an element stands in sight, once it takes presses.
func (b *tab) middle(css string) (x, y float64) {
	b.t.Helper()
	var at [2]float64
	b.until(fmt.Sprintf("document.querySelector(%q)?.matches(%q) === false", css, unusable), css+" to take presses")
	b.eval(fmt.Sprintf(`(() => {
		const e = document.querySelector(%q);
		e.scrollIntoView({ block: "center", behavior: "instant" });
		const r = e.getBoundingClientRect();
		return [r.x + r.width / 2, r.y + r.height / 2];
	})()`, css), &at)
	return at[0], at[1]
}

// tap is a finger's, at a point of the page, whatever stands there. It is the
// page's own script so that taps keep their distance on a busy machine.
const tap = `(x, y) => {
	const e = document.elementFromPoint(x, y);
	for (const kind of ["pointerdown", "pointerup"]) e.dispatchEvent(new PointerEvent(kind, { bubbles: true, clientX: x, clientY: y }));
	e.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true, detail: 1, clientX: x, clientY: y }));
}`

// hammer taps on the main button of a card every 350 ms until it has gone, and four
// times more where it stood. Where the page is so slow that the place is let go between two taps, there are fewer.
func (b *tab) hammer(card, button, was string) {
	b.t.Helper()
	x, y := b.middle(button)
	b.eval(fmt.Sprintf(`new Promise(done => {
		const tap = %s;
		const held = () => document.querySelector(%q), x = %f, y = %f;
		let more = 4, tapped = performance.now();
		const again = () => {
			const late = performance.now() - tapped > 900 && !document.elementFromPoint(x, y)?.closest(%q);
			if (more < 0 || (more < 4 || late) && !held()) return done();
			tapped = performance.now();
			tap(x, y);
			if (held()) more--;
			setTimeout(again, 350);
		};
		again();
	})`, tap, was, x, y, card), nil)
}

// rushed is a board or a kitchen of three orders that wait.
type rushed struct {
	*desk
	*tab
	view, prefix string
	ids          []int64
}

// button is the CSS of the button that takes an order on.
func (r *rushed) button(id int64) string {
	return "#" + r.prefix + "go-" + strconv.FormatInt(id, 10)
}

// inRush runs a flow on the board and in the kitchen, which shows the same orders.
func inRush(t *testing.T, flow func(t *testing.T, r *rushed)) {
	t.Helper()
	t.Parallel()
	for _, view := range []struct{ name, prefix string }{{"board", ""}, {"kitchen", "k"}} {
		t.Run(view.name, func(t *testing.T) {
			t.Parallel()
			d, b := openBoard(t, "staff")
			b.mend()
			ids := d.rush(b, 3)
			if view.prefix != "" {
				b.click("#orders-kitchen")
				b.wait("dialog#kitchen[open] .order")
			}
			flow(t, &rushed{d, b, view.name, view.prefix, ids})
		})
	}
}

// A quick second and third tap on Accept accepted another order, which had moved
// under the finger. The place is held, and says what has become of its order.
func TestSecondTapMeetsNoOtherOrder(t *testing.T) {
	inRush(t, func(t *testing.T, r *rushed) {
		d, b, ids := r.desk, r.tab, r.ids
		acts := d.acts()
		card := r.prefix + "order-" + strconv.FormatInt(ids[0], 10)
		was := "#was-" + card
		b.hammer("#"+card, r.button(ids[0]), was)
		d.platformHas(ids[0], platform.OrderAccepted)
		b.until(fmt.Sprintf(`!document.querySelector(%q) || document.querySelector(%q).innerText.includes("Preparing")`, was,
			was), "the place to say what has become of its order")
		b.shot("hold-" + r.view)
		b.until(fmt.Sprintf(`!document.querySelector(%q)`, was), "the place to be let go")
		if n := acts.Load(); n != 1 {
			t.Errorf("%d acts for one order", n)
		}
		// The card that has moved there takes a press, once it has rested.
		b.click(r.button(ids[1]))
		d.platformHas(ids[1], platform.OrderAccepted)
		if o, _ := d.box.Order(ids[2]); o.Base.Status != platform.OrderPlaced {
			t.Error("a third order was accepted")
		}
	})
}

// On an order's page the button becomes another one under the finger, also long after the live line has told so: while
// the answer to the first press is under way, the button takes no other.
func TestSecondTapOnThePage(t *testing.T) {
	t.Parallel()
	for _, late := range []bool{false, true} {
		t.Run(fmt.Sprintf("late=%t", late), func(t *testing.T) {
			t.Parallel()
			d, b := openBoard(t, "staff")
			id := d.arrives(b, sandbox.OrderPickup)
			b.open(fmt.Sprintf("%s/shops/100001/orders/%d", d.URL, id))
			b.wait(".fees")
			acts := d.acts()
			answer := d.holds(api.PathOrderAct)
			if !late {
				answer()
			}
			x, y := b.middle(sel("go", id))
			b.eval(fmt.Sprintf(`(() => {
				const tap = %s, button = document.querySelector(%q);
				new MutationObserver(() => {
					if (!button.hasAttribute("aria-busy") && /Ready for pickup/.test(button.textContent) && !window.tapped) { window.tapped = true; tap(%f, %f); }
				}).observe(button, { subtree: true, childList: true, characterData: true, attributes: true });
			})()`, tap, sel("go", id), x, y), nil)
			b.click(sel("go", id))
			if late {
				b.until(fmt.Sprintf(`(go => go.ariaBusy && !go.dataset.rests && /Ready for pickup/.test(go.textContent))(
					document.querySelector(%q))`, sel("go", id)), "the live line to tell first, and a second to go by")
				answer()
			}
			b.until(`window.tapped`, "the button to become another one")
			b.middle(sel("go", id))
			if n := acts.Load(); n != 1 {
				t.Errorf("%d acts", n)
			}
			b.click(idle(id))
			d.platformHas(id, platform.OrderPrepared)
		})
	}
}

// The keyboard goes on to the next card that waits; a key that is pressed twice,
// or held down, accepts one order.
func TestKeyboardGoesOn(t *testing.T) {
	inRush(t, func(t *testing.T, r *rushed) {
		d, b, ids := r.desk, r.tab, r.ids
		has := func(css string) {
			t.Helper()
			b.until(fmt.Sprintf(`document.activeElement === document.querySelector(%q)`, css), "the keyboard on "+css)
		}
		acts := d.acts()
		b.focus(r.button(ids[1]))
		// Once more as soon as the keyboard goes on, before anybody has seen where it is.
		b.eval(`document.addEventListener("focusin", e => { window.again = e.target.id; e.target.click(); }, { once: true })`,
			nil)
		b.press("Enter")
		d.platformHas(ids[1], platform.OrderAccepted)
		has(r.button(ids[2]))
		b.shot("keyboard-" + r.view)
		if !b.is(fmt.Sprintf("again === %q", r.button(ids[2])[1:])) {
			t.Error("there was no second press")
		}
		b.middle(r.button(ids[2]))
		if n := acts.Load(); n != 1 {
			t.Errorf("%d acts for one order", n)
		}
		b.press("Enter")
		d.platformHas(ids[2], platform.OrderAccepted)
		has(r.button(ids[0])) // the last was reached: on to the first
		b.middle(r.button(ids[0]))
		b.press("Enter")
		d.platformHas(ids[0], platform.OrderAccepted)
		if r.prefix == "" {
			has("#lane-new")
		} else {
			has("#kitchen-new")
		}
	})
}

// After a cancellation the keyboard goes on, too: the dialog gave it back to a
// card that went.
func TestKeyboardGoesOnAfterCancelling(t *testing.T) {
	t.Parallel()
	d, b := openBoard(t, "manager")
	ids := d.rush(b, 2)
	b.focus(sel("cancel", ids[0]))
	b.press("Enter")
	b.wait("dialog#ask[open]")
	b.until(`document.querySelector("dialog#ask h2").textContent.startsWith("Reject order") && document.querySelector("#ask-go").textContent === "Reject the order"`,
		"the question in the words of the button that asks it")
	b.eval(`document.querySelector("#ask-code-500001").click()`, nil)
	b.focus("#ask-go")
	b.press("Enter")
	d.platformHas(ids[0], platform.OrderCancelled)
	b.until(fmt.Sprintf(`document.activeElement === document.querySelector(%q)`, sel("go", ids[1])),
		"the keyboard on the next card")
}
