package rules

import (
	"net/url"
	"strings"
	"unicode"

	"github.com/shopdesk/shopdesk/platform"
)

// Phones lists the problems of a shop's contact phones (interface 4.4, rule
// 4). Paths are relative to the list: "" or "[1]".
func Phones(phones []string) []Problem {
	l := &list{}
	checkPhones(l, "", phones)
	return l.problems
}

func checkPhones(l *list, path string, phones []string) {
	if n := len(phones); n < platform.MinPhones || n > platform.MaxPhones {
		l.add(path, CodePhoneCount, n, platform.MinPhones, platform.MaxPhones)
	}
	for i, phone := range phones {
		if !phoneFormat(phone) {
			l.add(path+index(i), CodePhoneFormat, phone)
		}
	}
}

// phoneFormat is "<international area code>-<number>", digits both: one to
// four, as "1" and "1868" are, then four at least, and E.164's fifteen in all.
func phoneFormat(phone string) bool {
	area, number, found := strings.Cut(phone, "-")
	return found && digits(area) && digits(number) && area[0] != '0' &&
		len(area) <= 4 && len(number) >= 4 && len(area)+len(number) <= 15
}

func digits(text string) bool {
	for i := range len(text) {
		if text[i] < '0' || text[i] > '9' {
			return false
		}
	}
	return text != ""
}

// pictureEndings are what the address of a profile image may end with, in this
// spelling: the interface doesn't say that case is ignored.
var pictureEndings = []string{".jpg", ".png", ".jpeg", ".webp"}

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
	for _, ending := range pictureEndings {
		if strings.HasSuffix(address, ending) {
			return
		}
	}
	l.add(path, CodePictureEnding)
}

// complete reports whether the address names a host and something on it.
func complete(address string) bool {
	u, err := url.Parse(address)
	return err == nil && strings.Trim(u.Hostname(), ".") != "" && u.Path != "" && !strings.ContainsFunc(address, blank)
}

func blank(r rune) bool { return unicode.IsSpace(r) || unicode.IsControl(r) }
