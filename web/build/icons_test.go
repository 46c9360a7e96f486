package build

import (
	"bytes"
	"fmt"
	"image/color"
	"image/png"
	"math"
	"os"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/web/asset"
)

// tape writes down what is drawn.
type tape struct{ steps []string }

var _ pen = (*tape)(nil)

func (p *tape) MoveTo(x, y float64) { p.steps = append(p.steps, fmt.Sprintf("M%.3g,%.3g", x, y)) }
func (p *tape) LineTo(x, y float64) { p.steps = append(p.steps, fmt.Sprintf("L%.3g,%.3g", x, y)) }
func (p *tape) ClosePath()          { p.steps = append(p.steps, "Z") }

func TestTracePath(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name, in string
		want     []string
	}{
		{"absolute", "M1 2L3,4H5V6Z", []string{"M1,2", "L3,4", "L5,4", "L5,6", "Z"}},
		{"relative", "m1 2l3 4h5v-6z", []string{"M1,2", "L4,6", "L9,6", "L9,0", "Z"}},
		{"pairs without a letter", "m1 1 2 2 3 3", []string{"M1,1", "L3,3", "L6,6"}},
		{"numbers run together", "M.5.5-1-2", []string{"M0.5,0.5", "L-1,-2"}},
		{"after closing", "M1 1h1zl2 2", []string{"M1,1", "L2,1", "Z", "L3,3"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			var got tape
			if err := tracePath(tt.in, &got); err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, got.steps); diff != "" {
				t.Error(diff)
			}
		})
	}
	for _, in := range []string{"M1", "Q1 2 3 4", "M1 1A1 2 0 0 0 3 3", "M1 1a1 1 0 2 0 3 3", "1 2", "M0 0z1 1"} {
		if err := tracePath(in, &tape{}); err == nil {
			t.Errorf("%s: accepted", in)
		}
	}
}

// Every point of an arc is one radius away from its middle, on the side that
// its flags name.
func TestArc(t *testing.T) {
	t.Parallel()
	for in, middle := range map[string][2]float64{
		"M5 0A5 5 0 0 1 10 5": {5, 5}, "M5 0A5 5 0 0 0 10 5": {10, 0},
		"M5 0A5 5 0 1 1 10 5": {10, 0}, "M5 0A5 5 0 1 0 10 5": {5, 5},
	} {
		var points [][2]float64
		if err := tracePath(in, pointPen{&points}); err != nil {
			t.Fatal(err)
		}
		for _, p := range points {
			if r := math.Hypot(p[0]-middle[0], p[1]-middle[1]); math.Abs(r-5) > 1e-9 {
				t.Fatalf("%s: %v is %g from the middle", in, p, r)
			}
		}
		if last := points[len(points)-1]; last != [2]float64{10, 5} {
			t.Errorf("%s ends at %v", in, last)
		}
	}
}

type pointPen struct{ points *[][2]float64 }

func (p pointPen) MoveTo(x, y float64) { *p.points = append(*p.points, [2]float64{x, y}) }
func (p pointPen) LineTo(x, y float64) { *p.points = append(*p.points, [2]float64{x, y}) }
func (p pointPen) ClosePath()          {}

func TestIcons(t *testing.T) {
	t.Parallel()
	svg, err := os.ReadFile("../icon.svg")
	if err != nil {
		t.Fatal(err)
	}
	files, err := drawIcons(svg)
	if err != nil {
		t.Fatal(err)
	}
	clear, ground, ink := color.NRGBA{}, color.NRGBA{R: 0x0b, G: 0x6b, B: 0x57, A: 0xff},
		color.NRGBA{R: 0xff, G: 0xff, B: 0xff, A: 0xff}
	want := map[string][]any{
		asset.Icon192: {192, clear, ink}, asset.Icon512: {512, clear, ink},
		asset.Maskable: {512, ground, ink}, asset.Touch: {180, ground, ink},
	}
	got := map[string][]any{}
	for _, f := range files {
		picture, err := png.Decode(bytes.NewReader(f.body))
		if err != nil {
			t.Fatal(err)
		}
		size := picture.Bounds().Dx()
		at := func(x, y int) color.Color { return color.NRGBAModel.Convert(picture.At(x, y)) }
		got[f.name] = []any{size, at(0, 0), at(size/2, size*10/28)} // the corner, and the awning
		if side := at(1, size/2); side != ground {
			t.Errorf("%s: %v at its side", f.name, side)
		}
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}
