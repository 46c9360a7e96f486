package rules

import (
	"net/url"
	"strings"
	"unicode"

	"github.com/shopdesk/shopdesk/platform"
)

// The media types that a profile image can have (interface 4.4, rule 3).
const (
	TypeJPEG = "image/jpeg"
	TypePNG  = "image/png"
	TypeWebP = "image/webp"
)

// MaxPicturePixels is our own bound: a small file can unpack to more than a
// customer's phone has room for.
const MaxPicturePixels = 64_000_000

// PictureFacts is what a picture's first bytes and its length tell.
type PictureFacts struct {
	Type          string // one of the types above; "" for anything else
	Width, Height int    // pixels
	Bytes         int64
}

// PictureInEffect is the address of the picture that customers see, "" for none. A picture of an unknown state counts.
func PictureInEffect(pictures []platform.Picture) string {
	for _, p := range pictures {
		if p.Status != platform.PicturePending && p.Status != platform.PictureRejected {
			return p.URL
		}
	}
	return ""
}

// Picture lists what is wrong with an image (interface 4.4, rule 3). Paths are
// empty.
func Picture(f PictureFacts) []Problem {
	l := &list{}
	if f.Type != TypeJPEG && f.Type != TypePNG && f.Type != TypeWebP {
		l.add("", CodePictureType)
		return l.problems
	}
	if f.Width < platform.MinPictureSide || f.Height < platform.MinPictureSide {
		l.add("", CodePictureSmall, f.Width, f.Height, platform.MinPictureSide)
	}
	if int64(f.Width)*int64(f.Height) > MaxPicturePixels {
		l.add("", CodePictureVast, f.Width, f.Height)
	}
	if f.Bytes >= platform.PictureBytes {
		l.add("", CodePictureHeavy, platform.PictureBytes/1_000_000)
	}
	return l.problems
}

// PictureHead is how many of a file's first bytes [PictureType] wants.
const PictureHead = 12

// PictureType tells a picture's media type by its first bytes, "" for one that
// can't be a profile image.
func PictureType(head []byte) string {
	text := string(head[:min(PictureHead, len(head))])
	switch {
	case strings.HasPrefix(text, "\xff\xd8\xff"):
		return TypeJPEG
	case strings.HasPrefix(text, "\x89PNG\r\n\x1a\n"):
		return TypePNG
	case strings.HasPrefix(text, "RIFF") && strings.HasSuffix(text, "WEBP") && len(text) == PictureHead:
		return TypeWebP
	}
	return ""
}

// PictureURL lists what is wrong with an image's address (interface 4.4, rule
// 3). Paths are empty.
func PictureURL(address string) []Problem {
	l := &list{}
	checkPicture(l, "", address)
	return l.problems
}

// pictureEndings are what the address of a profile image may end with. The
// interface doesn't say whether case is ignored.
var pictureEndings = []string{".jpg", ".png", ".jpeg", ".webp"}

// pictureEnding is how an address of an image ends, in small letters, "" for one
// that can't be.
func pictureEnding(address string) string {
	for _, ending := range pictureEndings {
		if at := len(address) - len(ending); at >= 0 && strings.EqualFold(address[at:], ending) {
			return ending
		}
	}
	return ""
}

// checkPicture checks an image's address (interface 4.4, rule 3). Its size
// takes the image itself.
func checkPicture(l *list, path, address string) {
	if !checkText(l, path, address) {
		return
	}
	switch {
	case !strings.HasPrefix(address, "https://") && !strings.HasPrefix(address, "http://"):
		l.add(path, CodePictureScheme)
	case !complete(address):
		l.add(path, CodePictureAddress)
	}
	switch ending := pictureEnding(address); {
	case ending == "":
		l.add(path, CodePictureEnding)
	case !strings.HasSuffix(address, ending):
		l.add(path, CodePictureCapitals)
	}
}

// complete reports whether the address names a host and something on it.
func complete(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.Trim(u.Hostname(), ".") != "" && u.Path != "" && !strings.ContainsFunc(address, blank)
}

func blank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) } //nolint:forbidigo // of an address
