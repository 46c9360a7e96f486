package components

func pictureStories() []Story {
	crop := func(id string, ratio CropRatio, disabled bool) *Crop {
		area := CropArea{Width: 4032, Height: 3024, Ratio: ratio, Least: 901}
		return &Crop{
			ID: id, Label: "Part of the photo that is kept", Hint: "Drag the frame or its corners.",
			Area: area, Box: area.Grow(area.Whole(), -900), Disabled: disabled,
		}
	}
	return []Story{
		{Name: "free", UI: crop("s-crop", CropRatio{}, false)},
		{Name: "square, narrow", Narrow: true, UI: crop("s-crop-square", CropRatio{1, 1}, false)},
		{Name: "while sending, right to left", RTL: true, UI: crop("s-crop-busy", CropRatio{16, 9}, true)},
		{Name: "choose", UI: &FileButton{ID: "s-file", Label: "Choose a photo", Kind: KindGo, Accept: "image/jpeg"}},
		{Name: "disabled", UI: &FileButton{ID: "s-file-off", Label: longText, Disabled: true}},
		{Name: "can't be shown", UI: &Picture{
			URL: "javascript:0", Alt: "Picture", Caption: "Rejected: " + longText, Tone: ToneBad,
			FailedText: "This photo can't be shown here.",
		}},
		{Name: "can't be shown", UI: &Thumbnail{Words: longText}},
	}
}
