package components

import "github.com/maxence-charriere/go-app/v10/pkg/app"

func pictureStories() []Story {
	crop := func(id string, ratio CropRatio, disabled bool) func() app.UI {
		area := CropArea{Width: 4032, Height: 3024, Ratio: ratio, Least: 901}
		return func() app.UI {
			return &Crop{
				ID: id, Label: "Part of the photo that is kept", Hint: "Drag the frame or its corners.",
				Area: area, Box: area.Grow(area.Whole(), -900), Disabled: disabled,
			}
		}
	}
	return []Story{
		{Component: "Crop", Name: "free", Render: crop("s-crop", CropRatio{}, false)},
		{Component: "Crop", Name: "square, narrow", Narrow: true, Render: crop("s-crop-square", CropRatio{1, 1}, false)},
		{
			Component: "Crop", Name: "while sending, right to left", RTL: true,
			Render: crop("s-crop-busy", CropRatio{16, 9}, true),
		},
		{Component: "FileButton", Name: "choose", Render: func() app.UI {
			return &FileButton{ID: "s-file", Label: "Choose a photo", Kind: KindGo, Accept: "image/jpeg"}
		}},
		{Component: "FileButton", Name: "disabled", Render: func() app.UI {
			return &FileButton{ID: "s-file-off", Label: longText, Disabled: true}
		}},
		{Component: "Picture", Name: "can't be shown", Render: func() app.UI {
			return &Picture{
				URL: "javascript:0", Alt: "Picture", Caption: "Rejected: " + longText, Tone: ToneBad,
				FailedText: "This photo can't be shown here.",
			}
		}},
		{Component: "Thumbnail", Name: "can't be shown", Render: func() app.UI { return &Thumbnail{Words: longText} }},
	}
}
