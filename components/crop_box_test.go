package components

import (
	"testing"

	"pgregory.net/rapid"
)

func TestCropFits(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		width, height int
		ratio         CropRatio
		want          bool
	}{
		{901, 901, CropRatio{}, true}, {900, 901, CropRatio{}, false}, {901, 900, CropRatio{}, false},
		{901, 901, CropRatio{1, 1}, true}, {1601, 901, CropRatio{16, 9}, true}, {1600, 901, CropRatio{16, 9}, false},
		{1126, 901, CropRatio{5, 4}, true}, {1124, 901, CropRatio{5, 4}, false}, {4032, 900, CropRatio{1, 1}, false},
	} {
		if got := (CropArea{tt.width, tt.height, tt.ratio, 901}).Fits(); got != tt.want {
			t.Errorf("%d×%d at %v: %t", tt.width, tt.height, tt.ratio, got)
		}
	}
}

func TestCropWhole(t *testing.T) {
	t.Parallel()
	for ratio, want := range map[CropRatio]CropBox{
		{}: {0, 0, 4032, 3024}, {1, 1}: {504, 0, 3024, 3024}, {5, 4}: {126, 0, 3780, 3024}, {16, 9}: {0, 378, 4032, 2268},
	} {
		if got := (CropArea{4032, 3024, ratio, 901}).Whole(); got != want {
			t.Errorf("%v: %v, want %v", ratio, got, want)
		}
	}
}

// Through all moves a box stays in the picture, keeps its shape, and is never
// smaller than the least.
func TestCropKeepsItsBounds(t *testing.T) {
	t.Parallel()
	rapid.Check(t, func(t *rapid.T) {
		a := CropArea{
			Width: rapid.IntRange(901, 5000).Draw(t, "width"), Height: rapid.IntRange(901, 5000).Draw(t, "height"), Least: 901,
			Ratio: rapid.SampledFrom([]CropRatio{{}, {1, 1}, {5, 4}, {16, 9}, {3, 4}}).Draw(t, "ratio"),
		}
		if !a.Fits() {
			return
		}
		b := a.Whole()
		for range rapid.IntRange(1, 12).Draw(t, "steps") {
			x, y := rapid.IntRange(-6000, 6000).Draw(t, "x"), rapid.IntRange(-6000, 6000).Draw(t, "y")
			before := b
			switch rapid.IntRange(0, 3).Draw(t, "act") {
			case 0:
				b = a.Move(b, x, y)
				if b.W != before.W || b.H != before.H {
					t.Fatalf("%v became %v by moving", before, b)
				}
			case 1:
				b = a.Grow(b, x)
			case 2:
				corner := rapid.SampledFrom([]string{cornerNW, cornerNE, cornerSW, cornerSE}).Draw(t, "corner")
				b = a.Pull(b, corner, x, y)
				if (corner == cornerSE || corner == cornerNE) && b.X != before.X || (corner == cornerNW || corner == cornerSW) &&
					b.X+b.W != before.X+before.W {
					t.Fatalf("pulling %s moved the side across: %v to %v", corner, before, b)
				}
			case 3:
				b = a.Shape(b)
			}
			if b.X < 0 || b.Y < 0 || b.X+b.W > a.Width || b.Y+b.H > a.Height || b.W < a.Least || b.H < a.Least {
				t.Fatalf("%v leaves %v", b, a)
			}
			if a.Ratio.W != 0 && b.H != a.high(b.W) {
				t.Fatalf("%v hasn't the shape %v", b, a.Ratio)
			}
		}
	})
}
