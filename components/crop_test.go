package components

import "testing"

// The frame has the words; the picture in it needs a role, since the engine leaves
// out an empty alt.
func TestCropPictureIsPresentation(t *testing.T) {
	t.Parallel()
	root := render(t, &Crop{
		ID: "crop", Src: "blob:1", Label: "Part", Area: CropArea{Width: 1000, Height: 1000, Least: 901},
	})
	root.First(t, "img").Attributes(t, map[string]string{"role": "presentation"})
}
