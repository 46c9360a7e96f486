package rules_test

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"

	"github.com/shopdesk/shopdesk/platform/rules"
)

func TestPictureVectors(t *testing.T) {
	t.Parallel()
	for _, v := range load[[]struct {
		Name   string          `json:"name"`
		Type   string          `json:"type"`
		Width  int             `json:"width"`
		Height int             `json:"height"`
		Bytes  int64           `json:"bytes"`
		Want   []rules.Problem `json:"want"`
	}](t, "picture.json") {
		t.Run(v.Name, func(t *testing.T) {
			t.Parallel()
			got := rules.Picture(rules.PictureFacts{Type: v.Type, Width: v.Width, Height: v.Height, Bytes: v.Bytes})
			if diff := cmp.Diff(jsonOf(t, v.Want), jsonOf(t, got), cmpopts.EquateEmpty()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestPictureType(t *testing.T) {
	t.Parallel()
	for head, want := range map[string]string{
		"\xff\xd8\xff\xe0\x00\x10JFIF\x00\x01\x01": rules.TypeJPEG,
		"\x89PNG\r\n\x1a\n\x00\x00\x00\rIHDR":      rules.TypePNG,
		"RIFF\x10\x00\x00\x00WEBPVP8 ":             rules.TypeWebP,
		"RIFF\x10\x00\x00\x00WAVEfmt ":             "",
		"RIFFWEBP":                                 "",
		"GIF89a\x01\x00\x01\x00\x00\x00":           "",
		"\x00\x00\x00\x18ftypheic":                 "",
		"<svg xmlns=":                              "",
		"\xff\xd8":                                 "",
		"":                                         "",
	} {
		if got := rules.PictureType([]byte(head)); got != want {
			t.Errorf("%q: %q, want %q", head, got, want)
		}
	}
}

func TestPictureURL(t *testing.T) {
	t.Parallel()
	for address, want := range map[string]string{
		"https://img.example/a.jpg":      "",
		"http://img.example/a.webp":      "",
		"https://img.example/a?b=c.jpeg": "",
		"https://img.example/a.JPG":      rules.CodePictureCapitals,
		"https://img.example/a.gif":      rules.CodePictureEnding,
		"https://img.example/a.jpg?x":    rules.CodePictureEnding,
		"ftp://img.example/a.jpg":        rules.CodePictureScheme,
		"HTTPS://img.example/a.jpg":      rules.CodePictureScheme,
		"https:///a.jpg":                 rules.CodePictureAddress,
		"https://img.example/a b.jpg":    rules.CodePictureAddress,
		" ":                              rules.CodeRequired,
	} {
		got := rules.PictureURL(address)
		if want == "" && len(got) > 0 || want != "" && (len(got) != 1 || got[0].Code != want) {
			t.Errorf("%q: %v, want %q", address, got, want)
		}
	}
}
