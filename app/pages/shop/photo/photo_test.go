package photo

import (
	"errors"
	"regexp"
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"

	"github.com/shopdesk/shopdesk/app/device/picture"
	"github.com/shopdesk/shopdesk/app/pages"
	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/app/routes"
	"github.com/shopdesk/shopdesk/app/state"
	"github.com/shopdesk/shopdesk/components"
	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform"
)

func TestEdit(t *testing.T) {
	t.Parallel()
	e := begin(&picture.Picture{Width: 4032, Height: 3024})
	if e.box != (components.CropBox{W: 4032, H: 3024}) || e.result() != "\u20662400 × 1800\u2069" {
		t.Errorf("begins with %v, %s", e.box, e.result())
	}
	e.uploaded = "https://a.example/b.jpg"
	e.cut(e.box) // nothing moved
	if e.uploaded == "" {
		t.Error("the same picture would be uploaded twice")
	}
	e.choose("1-1")
	if e.box.W != 3024 || e.box.H != 3024 || e.uploaded != "" {
		t.Errorf("square: %v, uploaded %q", e.box, e.uploaded)
	}
	e.cut(e.area().Grow(e.box, -1000))
	e.choose("16-9")
	if e.box.W > 2024 || e.box.H < platform.MinPictureSide {
		t.Errorf("16:9 of a smaller frame: %v", e.box)
	}
}

// A frame is taken up as it was left, but one that doesn't lie in the picture.
func TestAgain(t *testing.T) {
	t.Parallel()
	p := &picture.Picture{Width: 2000, Height: 1600}
	left := draft{Shape: "1-1", Box: components.CropBox{X: 300, Y: 100, W: 1000, H: 1000}}
	if e := again(p, left); e.shape != left.Shape || e.box != left.Box || !e.kept {
		t.Errorf("taken up as %q, %v", e.shape, e.box)
	}
	for _, box := range []components.CropBox{{X: 1001, Y: 0, W: 1000, H: 1000}, {X: -1, Y: 0, W: 1000, H: 1000},
		{W: 900, H: 900}, {}} {
		if e := again(p, draft{Shape: "1-1", Box: box}); e.shape != free || e.box != (components.CropBox{W: 2000, H: 1600}) {
			t.Errorf("%v is taken up as %q, %v", box, e.shape, e.box)
		}
	}
}

// Only shapes that leave enough pixels are offered.
func TestChoices(t *testing.T) {
	t.Parallel()
	for size, want := range map[[2]int]string{
		{4032, 3024}: "free 5-4 1-1 16-9", {1600, 901}: "free 5-4 1-1", {1000, 901}: "free 1-1", {901, 4000}: "free 1-1",
	} {
		var got []string
		for _, c := range begin(&picture.Picture{Width: size[0], Height: size[1]}).choices() {
			got = append(got, c.Value)
		}
		if strings.Join(got, " ") != want {
			t.Errorf("%v: %v, want %s", size, got, want)
		}
	}
}

func TestWords(t *testing.T) {
	t.Parallel()
	for got, want := range map[string]string{
		judge(901, 901): "", judge(640, 480): "640 pixels wide and 480 high", judge(20000, 20000): "20000 by 20000",
		openWords(picture.ErrType): "JPEG, PNG or WebP", openWords(picture.ErrHuge): "too large",
		openWords(picture.ErrBroken): "damaged",
	} {
		if !strings.Contains(got, want) || want == "" && got != "" {
			t.Errorf("%q lacks %q", got, want)
		}
	}
	if parts(1, 0) != 0 || parts(50, 200) != 25 || parts(300, 200) != 100 {
		t.Error("percent")
	}
}

func TestMarkup(t *testing.T) {
	t.Parallel()
	shown := platform.Picture{URL: "https://img.example/a.jpg", Status: platform.PictureEffective}
	shop := func(pictures ...platform.Picture) *platform.Shop {
		return &platform.Shop{ShopID: 7, MainPictures: pictures}
	}
	for _, tt := range []struct {
		name     string
		edits    bool
		secluded bool
		shop     *platform.Shop
		err      error
		want     []string
		not      []string
	}{
		{"loading", true, false, nil, nil, []string{"Loading…"}, []string{"photo-file", "couldn"}},
		{"failed", true, false, nil, errors.New("x"), []string{"This couldn", "Try again"},
			[]string{"Loading…", "photo-file", "strip-more"}},
		{"no picture", true, false, shop(), nil, []string{"No photo", `id="photo-file"`, `id="photo-address"`}, nil},
		{"shown", true, false, shop(shown), nil, []string{"Shown to customers", "https://img.example/a.jpg",
			`id="photo-file"`}, []string{"\u2066img.example"}},
		{"old", true, false, shop(shown), errors.New("x"), []string{"You see what was read on", "Shown to customers"}, nil},
		{"in review", true, false, shop(shown, platform.Picture{URL: "https://img.example/b.jpg",
			Status: platform.PicturePending}), nil,
			[]string{"A photo is in review", "https://img.example/b.jpg", "Refresh"},
			[]string{"photo-file", "photo-address"}},
		{"rejected", true, false, shop(shown, platform.Picture{URL: "https://img.example/b.jpg",
			Status: platform.PictureRejected, RejectReason: "Blurred"}), nil,
			[]string{"Rejected: \u2068Blurred\u2069", `id="photo-file"`}, nil},
		{"an unknown state", true, false, shop(platform.Picture{URL: "https://img.example/b.jpg", Status: 9}), nil,
			[]string{"Photo status \u20669", `id="photo-file"`}, nil},
		{"no address of the web", true, false, shop(platform.Picture{URL: "javascript:alert(1)", Status: 1}), nil,
			[]string{"be shown here", "javascript:alert(1)"}, []string{`src="javascript`, `href="javascript`}},
		{"staff", false, false, shop(shown), nil, []string{"your role in this shop", "Shown to customers"},
			[]string{"photo-file", "photo-address"}},
		{"secluded", true, true, shop(shown), nil, []string{"reach this console", `id="photo-address"`},
			[]string{"photo-file"}},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			deps := pagetest.Deps(t, routes.Route{Page: routes.Photo, ShopID: 7}, api.RoleOwner)
			session := deps.State.Session()
			session.Profile.Secluded = tt.secluded
			deps.State.SetSession(session)
			known := api.Shop{ShopID: 7, Name: "麵", EnName: "Noodle", Zone: "Asia/Hong_Kong", Permissions: []string{"shop.view"}}
			if tt.edits {
				known.Permissions = append(known.Permissions, "shop.edit")
			}
			deps.State.SetShops([]api.Shop{known})
			if tt.shop != nil {
				deps.State.SetShop(7, tt.shop)
			} else if tt.err == nil {
				deps.State.BeginRead(7)
			}
			if tt.err != nil {
				deps.State.EndRead(7, tt.err)
			}
			html := pagetest.Markup(&Page{Deps: deps})
			for _, part := range append(tt.want, "<h1") {
				if !strings.Contains(html, part) {
					t.Errorf("no %q in %s", part, html)
				}
			}
			for _, part := range tt.not {
				if strings.Contains(html, part) {
					t.Errorf("%q in %s", part, html)
				}
			}
		})
	}
}

// A picture sent by its address threw away the one that was being cut.
func TestAddressSentLeavesThePictureBeingCut(t *testing.T) {
	t.Parallel()
	for _, left := range []bool{false, true} {
		p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Photo, ShopID: 7}, api.RoleOwner)}
		p.edit = begin(&picture.Picture{Width: 2000, Height: 1600})
		p.edit.kept = true
		cut := p.draft()
		p.address, p.byAddress = "https://a.example/b.jpg", true
		p.keep()
		p.asked = p.draft()
		pagetest.Run(t, func(ctx app.Context) {
			p.ctx = ctx
			if left {
				p.saver.Leave()
				p.edit = nil // as OnDismount leaves it
			}
			p.accepted(ctx, attempt{}, nil)
		})
		var kept draft
		if p.State.LoadDraft(state.DraftPhoto, 7, &kept); kept != cut || !left && p.edit == nil || p.address != "" {
			t.Errorf("left %v: the draft is %+v, want %+v", left, kept, cut)
		}
	}
}

// go-app queues OnMount and calls OnDismount at once.
func TestPageMayGoBeforeItIsMounted(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Photo, ShopID: 1}, api.RoleOwner)}
	p.OnDismount()
}

// A blank around a pasted address was no fault here, and the server refused the address for its beginning.
func TestBlanksAroundAnAddressAreNotSent(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Photo, ShopID: 7}, api.RoleOwner)}
	p.address = " https://a.example/b.jpg\u00a0"
	pagetest.Run(t, func(ctx app.Context) {
		p.ctx = ctx
		p.sendAddress(ctx)
	})
	var kept draft
	const want = "https://a.example/b.jpg"
	if p.State.LoadDraft(state.DraftPhoto, 7, &kept); p.address != want || p.wrong != "" || kept.Address != want {
		t.Errorf("%q is sent, %q is kept, wrong is %q", p.address, kept.Address, p.wrong)
	}
}

// Leaving the page during an upload ended the sending without a word.
func TestUploadEndedByLeavingIsSaid(t *testing.T) {
	t.Parallel()
	for step, want := range map[stage]int{idle: 0, preparing: 1, uploading: 1, asking: 0} {
		p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Photo, ShopID: 7}, api.RoleOwner)}
		p.State.SetShops([]api.Shop{{ShopID: 7, Permissions: []string{"shop.edit"}}})
		p.OnInit()
		var told []pages.Offer
		pagetest.Run(t, func(ctx app.Context) {
			ctx.Handle(state.ActionToast, func(_ app.Context, a app.Action) { told = append(told, a.Value.(pages.Offer)) })
			p.ctx, p.step, p.saver.Busy = ctx, step, step > preparing
			p.OnDismount()
		})
		if len(told) != want || want > 0 && (told[0].Text != "The photo wasn't uploaded." || told[0].Do == nil) {
			t.Errorf("stage %d: told %+v", step, told)
		}
	}
}

// A photo that was sent, or discarded, took with it what the same person prepared in another window meanwhile.
func TestWhatAnotherWindowPreparesStays(t *testing.T) {
	t.Parallel()
	for name, end := range map[string]func(*Page){
		"sent":      func(p *Page) { p.accepted(p.ctx, attempt{}, nil) },
		"discarded": func(p *Page) { p.discard(p.ctx) },
	} {
		for _, other := range []bool{false, true} {
			p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Photo, ShopID: 7}, api.RoleOwner)}
			p.edit = begin(&picture.Picture{Width: 2000, Height: 1600})
			p.edit.kept = true
			p.keep()
			p.asked = p.draft()
			theirs := p.asked
			theirs.File = "another"
			if other {
				if err := p.State.SaveDraft(state.DraftPhoto, 7, theirs); err != nil {
					t.Fatal(err)
				}
			}
			pagetest.Run(t, func(ctx app.Context) { p.ctx = ctx; end(p) })
			var now draft
			_, kept := p.State.PeekDraft(state.DraftPhoto, 7, &now)
			if kept != other || other && now != theirs || p.edit != nil {
				t.Errorf("%s, another window %v: kept %v, %+v; on the screen %v", name, other, kept, now, p.edit)
			}
		}
	}
}

// The frame could be given another shape while its picture was uploaded: once that was there, the next try sent it in
// the place of the frame on the screen.
func TestFrameBeingSentKeepsItsShape(t *testing.T) {
	t.Parallel()
	for at := idle; at <= asking; at++ {
		p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Photo, ShopID: 7}, api.RoleOwner)}
		p.edit = begin(&picture.Picture{Width: 2000, Height: 1600})
		p.edit.kept = true
		before := p.draft()
		p.step, p.saver.Busy = at, at > preparing
		p.shape(app.Context{}, "1-1")
		p.cut(app.Context{}, components.CropBox{W: 1000, H: 1000})
		if now := p.draft(); (now != before) != (at == idle) {
			t.Errorf("stage %d: from %+v to %+v", at, before, now)
		}
	}
}

// While another photo was being opened, the buttons that send did nothing.
func TestNothingIsSentWhileAPhotoIsOpened(t *testing.T) {
	t.Parallel()
	p := &Page{Deps: pagetest.Deps(t, routes.Route{Page: routes.Photo, ShopID: 7}, api.RoleOwner)}
	p.State.SetShops([]api.Shop{{ShopID: 7, Permissions: []string{"shop.view", "shop.edit"}}})
	p.State.SetShop(7, &platform.Shop{ShopID: 7})
	p.edit = begin(&picture.Picture{Width: 2000, Height: 1600})
	for _, p.opening = range []bool{false, true} {
		html := pagetest.Markup(p)
		for _, id := range []string{"photo-send", "photo-web-send"} {
			button := regexp.MustCompile(`<button[^>]*id="` + id + `"[^>]*>`).FindString(html)
			if button == "" || strings.Contains(button, `disabled="false"`) == p.opening {
				t.Errorf("opening %v: %s", p.opening, button)
			}
		}
	}
}
