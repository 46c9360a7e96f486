package shops

import (
	"cmp"
	"strconv"
	"strings"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/text"
	"github.com/shopdesk/shopdesk/components"
)

// row is one shop. It holds no functions, so that go-app leaves the rows alone
// that are as they were: what is done to it, the list hears. Its parts are
// always the same few elements: a row that becomes another shop's, as the list
// is narrowed down or scrolled, changes its words and makes nothing anew.
type row struct {
	app.Compo

	Shop   int64
	At     int // its place in the list, from 1
	Name   string
	Other  string
	Href   string
	Ticked bool
	Tab    bool // the keyboard comes here first
	Titles []string
	Cells  []cell
}

func rowID(shop int64) string { return "shops-row-" + strconv.FormatInt(shop, 10) }

// Render draws the row.
func (r *row) Render() app.UI {
	tab := -1
	if r.Tab {
		tab = 0
	}
	cells := []app.UI{
		app.Div().Class("shops-tick").Role("gridcell").Body(
			app.Span().Class("shops-box").Role("checkbox").Aria("checked", strconv.FormatBool(r.Ticked)).Aria("label", r.Name),
		),
		app.Div().Class("shops-names").Role("rowheader").Body(
			app.A().Class("shops-name").Href(r.Href).TabIndex(-1).Text(r.Name),
			app.Elem("bdi").Class("soft", "small", "shops-other").Text(r.Other),
		),
	}
	for i, c := range r.Cells {
		cells = append(cells, drawn(c, r.Titles[i]))
	}
	return app.Div().ID("%s", rowID(r.Shop)).Class("shops-row").Role("row").TabIndex(tab).
		Aria("rowindex", r.At+1).
		Aria("selected", strconv.FormatBool(r.Ticked)).
		DataSet("shop", strconv.FormatInt(r.Shop, 10)).
		Body(cells...)
}

// pieces are a cell's words. No time or number is broken in two at the end of a line.
func pieces(c cell, words string) []app.UI {
	if c.Words != "" || c.Num == "" {
		return []app.UI{app.Text(words)}
	}
	var all []app.UI
	for i, piece := range strings.Split(c.Num, comma) {
		if i > 0 {
			all = append(all, app.Text(text.T("difference.comma")))
		}
		all = append(all, app.Elem("bdi").Class("shops-piece").Dir("ltr").Text(piece))
	}
	return []app.UI{app.Span().Body(all...)} // one, since a box of few lines may stack what is in it
}

// A row has room for so many lines of times or phones, compact rows too (shops.css): fewer with a line of more words.
const (
	pieceLines     = 3
	pieceLinesMore = 2
)

// brief leaves out what a row has no room for, and says how much: neither the first nor the last, which are when a shop
// opens and when it closes.
func (c cell) brief() cell {
	all, room := strings.Split(c.Num, comma), pieceLines
	if c.More != "" {
		room = pieceLinesMore
	}
	if c.Words != "" || len(all) <= room {
		return c
	}
	c.Num = all[0] + comma + all[len(all)-1]
	c.More = text.Dots(text.LTR(text.N("dates.more", len(all)-2)), c.More)
	return c
}

// drawn is a cell with its heading, which is for cards: in a table the heading
// stands above.
func drawn(c cell, title string) app.UI {
	class := "shops-words"
	if c.Pill {
		class = "pill"
	}
	c = c.brief()
	words, alt := c.words(), ""
	if c.Image != "" && !c.Pill {
		words, alt = "", words
	}
	return app.Div().Class("shops-cell").Role("gridcell").DataSet("title", title).Body(
		components.Only(c.Image != "", &components.Thumbnail{URL: c.Image, Words: alt}),
		app.Span().Class(class).DataSet("tone", string(c.Tone)).DataSet("none", cmp.Or(c.None, "–")).
			Body(pieces(c, words)...),
		app.Elem("bdi").Class("shops-more", "soft", "small").Text(c.More),
	)
}
