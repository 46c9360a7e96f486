package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func (s *ShopSwitcher) toggle(ctx app.Context, _ app.Event) {
	if s.open {
		s.close(ctx)
		return
	}
	s.show(ctx)
}

// show opens the list at the current shop, with the keyboard in the search.
func (s *ShopSwitcher) show(ctx app.Context) {
	s.open, s.query, s.active = true, "", 0
	for i, shop := range s.Shops {
		if shop.ID == s.Current {
			s.active = i
		}
	}
	s.first = s.active
	ctx.Defer(func(app.Context) {
		s.reveal()
		focusNow(s.ID + "-search")
	})
}

// close shuts the list and gives the keyboard back to the button.
func (s *ShopSwitcher) close(ctx app.Context) {
	s.open = false
	FocusID(ctx, s.ID)
}

func (s *ShopSwitcher) dismiss(ctx app.Context, _ app.Event) { s.close(ctx) }

func (s *ShopSwitcher) choose(ctx app.Context, id int64) {
	s.close(ctx)
	if id != s.Current && s.OnChoose != nil {
		s.OnChoose(ctx, id)
	}
}

func (s *ShopSwitcher) buttonKey(ctx app.Context, e app.Event) {
	if key := e.Get("key").String(); !s.open && (key == "ArrowDown" || key == "ArrowUp") {
		e.PreventDefault()
		s.show(ctx)
	}
}

func (s *ShopSwitcher) typed(ctx app.Context, _ app.Event) {
	s.query = ctx.JSSrc().Get("value").String()
	s.active, s.first = 0, 0
	ctx.Defer(func(app.Context) { s.reveal() })
}

func (s *ShopSwitcher) key(ctx app.Context, e app.Event) {
	key := e.Get("key").String()
	matches := matchShops(s.Shops, s.query)
	switch {
	case e.Get("isComposing").Bool():
		// Enter and arrows belong to the input method of Chinese or Japanese.
	case key == "Escape":
		e.PreventDefault()
		s.close(ctx)
	case key == "Tab":
		s.open = false
	case key == "Enter":
		e.PreventDefault()
		if len(matches) > 0 {
			s.choose(ctx, s.Shops[matches[min(s.active, len(matches)-1)]].ID)
		}
	case (key == "Home" || key == "End") && s.query != "":
		// They move in the text that was typed.
	default:
		next, ok := step(key, s.active, len(matches))
		if !ok {
			return
		}
		e.PreventDefault()
		s.active, s.first = next, next
		ctx.Defer(func(app.Context) { s.reveal() })
	}
}

// scrolled follows the list under a finger or wheel.
func (s *ShopSwitcher) scrolled(ctx app.Context, _ app.Event) {
	s.first = ctx.JSSrc().Get("scrollTop").Int() / shopRowPx
}

// reveal scrolls the active row into sight. Rows that aren't drawn have their
// place all the same, so the position follows from the count.
func (s *ShopSwitcher) reveal() { revealRow(elementByID(s.ID+"-list"), s.active) }

func revealRow(list app.Value, at int) {
	if !list.Truthy() {
		return
	}
	top, height := list.Get("scrollTop").Int(), list.Get("clientHeight").Int()
	row := at * shopRowPx
	switch {
	case row < top:
		list.Set("scrollTop", row)
	case row+shopRowPx > top+height:
		list.Set("scrollTop", row+shopRowPx-height)
	}
}
