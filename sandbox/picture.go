package sandbox

import (
	"bytes"
	"hash/fnv"
	"image/jpeg"
	"image/png"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"time"
)

// pictureName is a picture that the sandbox draws. Any such name has one: the
// same name is always the same picture.
var pictureName = regexp.MustCompile(`^[a-z0-9-]{1,40}\.(jpg|jpeg|png)$`)

// looks is how many different pictures there are of one format, which bounds
// the cache.
const looks = 48

// pictureKey tells the pictures apart.
type pictureKey struct {
	look int
	logo bool
	png  bool
}

func keyOf(name string) pictureKey {
	stem, end, _ := strings.Cut(name, ".")
	sum := fnv.New32a()
	_, _ = sum.Write([]byte(stem))
	return pictureKey{
		look: int(sum.Sum32() % looks),
		logo: strings.HasPrefix(stem, "logo-"),
		png:  end == "png",
	}
}

// encoded are the pictures of all sandboxes, by key. Each is drawn once, at its first use.
var encoded sync.Map // of func() []byte

func picture(key pictureKey) []byte {
	once, _ := encoded.LoadOrStore(key, sync.OnceValue(func() []byte { return encodePicture(key) }))
	return once.(func() []byte)()
}

func encodePicture(key pictureKey) []byte {
	img := drawBowl(key.look, key.logo)
	var out bytes.Buffer // never fails
	if key.png {
		_ = png.Encode(&out, img)
	} else {
		_ = jpeg.Encode(&out, img, &jpeg.Options{Quality: 82})
	}
	return out.Bytes()
}

// servePicture answers a picture; it may be shown by pages of other origins.
func (s *Sandbox) servePicture(w http.ResponseWriter, r *http.Request) {
	name := r.PathValue("name")
	if !pictureName.MatchString(name) {
		http.NotFound(w, r)
		return
	}
	h := w.Header()
	h.Set("Cache-Control", "public, max-age=86400")
	h.Set("Cross-Origin-Resource-Policy", "cross-origin")
	h.Set("X-Content-Type-Options", "nosniff")
	http.ServeContent(w, r, name, time.Time{}, bytes.NewReader(picture(keyOf(name))))
}
