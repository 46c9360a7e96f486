package build

import (
	"image/color"
	"image/png"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk"
	"github.com/shopdesk/shopdesk/web/asset"
)

// The PNG icons are icon.svg drawn in each size. The maskable one and the touch icon fill their square, because the
// system cuts their shape, and have the mark in 0.8 and 0.9 of its size.
func TestIcons(t *testing.T) {
	t.Parallel()
	clear, ground, ink := color.NRGBA{}, color.NRGBA{R: 0x0b, G: 0x6b, B: 0x57, A: 0xff},
		color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
	want := map[string][]any{
		asset.Icon192: {192, clear, ink}, asset.Icon512: {512, clear, ink},
		asset.Maskable: {512, ground, ink}, asset.Touch: {180, ground, ink},
	}
	got := map[string][]any{}
	for name := range want {
		file, err := shopdesk.Sources.Open("web/" + name)
		if err != nil {
			t.Fatal(err)
		}
		picture, err := png.Decode(file)
		if err != nil {
			t.Fatal(err)
		}
		size := picture.Bounds().Dx()
		at := func(x, y int) color.Color { return color.NRGBAModel.Convert(picture.At(x, y)) }
		got[name] = []any{size, at(0, 0), at(size/2, size*10/28)} // the corner, and the awning
		if side := at(1, size/2); side != ground {
			t.Errorf("%s: %v at its side", name, side)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
