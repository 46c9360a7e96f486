package components

import (
	"strings"
	"testing"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// The frame has the words; the picture in it needs a role, since the engine leaves
// out an empty alt.
func TestCropPictureIsPresentation(t *testing.T) {
	t.Parallel()
	html := app.HTMLString(&Crop{
		ID: "crop", Src: "blob:1", Label: "Part", Area: CropArea{Width: 1000, Height: 1000, Least: 901},
	})
	_, img, _ := strings.Cut(html, "<img")
	if img, _, _ = strings.Cut(img, ">"); !strings.Contains(img, `role="presentation"`) {
		t.Errorf("<img%s>", img)
	}
}
