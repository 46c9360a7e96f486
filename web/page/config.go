package page

import (
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"regexp"
	"strings"

	"github.com/shopdesk/shopdesk/web/asset"
)

// Config sets a [Shell] up.
type Config struct {
	// Prefix is the console's path: "" at the root of its host, else a path such as
	// "/admin/console", without a trailing slash.
	Prefix string

	// Assets is the folder made by the build (package web/build).
	Assets fs.FS

	// FrameAncestors are origins whose pages may frame the console, such as
	// "https://portal.example", or "'self'". Default none.
	FrameAncestors []string

	// ImageHosts are origins besides our own from which pictures are shown, such as
	// "https://img.example" or "https://*.example". Default none.
	ImageHosts []string

	// Gallery makes the component gallery reachable. The build must then have the
	// program with the gallery. Pages see Gallery as SHOPDESK_GALLERY, "1" or "".
	Gallery bool

	// Differences, when set, makes browsers keep the files as dictionaries and ask
	// later releases for the differences. Default: files are sent whole.
	Differences Differences
}

var (
	prefixPattern = regexp.MustCompile(`^(/[A-Za-z0-9_~-][A-Za-z0-9._~-]*)*$`)
	hostPattern   = regexp.MustCompile(`^(\*\.)?[A-Za-z0-9.-]+(:[0-9]{1,5})?$|^\[[0-9A-Fa-f:.]+\](:[0-9]{1,5})?$`)
)

// Check returns all problems of c, a folder without a build ([asset.ErrNotBuilt])
// among them. Nil Assets are no problem yet.
func (c Config) Check() error {
	var problems []error
	if !prefixPattern.MatchString(c.Prefix) {
		problems = append(problems, fmt.Errorf(
			"page: prefix %q, the public URL's path: want none, or one such as /admin/console", c.Prefix))
	}
	if c.Assets != nil {
		problems = append(problems, c.checkAssets())
	}
	for _, source := range c.FrameAncestors {
		if source != "'self'" && !isOrigin(source) {
			problems = append(problems,
				fmt.Errorf("page: frame ancestor %q: want an origin such as https://portal.example", redacted(source)))
		}
	}
	for _, source := range c.ImageHosts {
		if !isOrigin(source) {
			problems = append(problems,
				fmt.Errorf("page: image host %q (Options.ImageHosts, SHOPDESK_IMAGE_HOSTS): want an origin such as "+
					"https://img.example", redacted(source)))
		}
	}
	return errors.Join(problems...)
}

func (c Config) checkAssets() error {
	index, err := asset.Read(c.Assets)
	if err != nil {
		return fmt.Errorf("page: assets: %w", err)
	}
	if _, built := index.File(c.program()); !built {
		return fmt.Errorf("page: assets: the build has no %s: build it with -gallery", c.program())
	}
	return nil
}

// program names the file of the program that this console runs.
func (c Config) program() string {
	if c.Gallery {
		return asset.Gallery
	}
	return asset.Program
}

// rest names the file of the rest of that program, "" where the program is in one file.
func (c Config) rest(index asset.Index) string {
	if _, divided := index.File(asset.Rest); !divided || c.Gallery {
		return ""
	}
	return asset.Rest
}

// redacted leaves out what stands before a host, which may be a password.
func redacted(source string) string {
	if at := strings.LastIndex(source, "@"); at >= 0 {
		return "…" + source[at:]
	}
	return source
}

// isOrigin refuses any text that could end or extend a directive of the policy.
func isOrigin(source string) bool {
	scheme, host, ok := strings.Cut(source, "://")
	if !ok || scheme != "https" && scheme != "http" || !hostPattern.MatchString(host) {
		return false
	}
	_, err := url.Parse(scheme + "://" + strings.TrimPrefix(host, "*."))
	return err == nil
}
