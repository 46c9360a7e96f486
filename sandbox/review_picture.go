package sandbox

import (
	"bytes"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// reviewed are the states of a picture in the paths of the review page.
var reviewed = map[string]platform.PictureStatus{
	"shown": platform.PictureEffective, "pending": platform.PicturePending, "rejected": platform.PictureRejected,
}

// pictureView is a picture as the control page shows it.
type pictureView struct {
	Address string // "" for none
	Src     string // relative to the page; a copy of our own, as the page's policy wants
	Facts   string // "1600×1280, 312 kB, image/jpeg"; "" when it isn't known
}

func (s *Sandbox) pictureView(shopID int64, state, address string) pictureView {
	v := pictureView{Address: address}
	if own, ok := strings.CutPrefix(address, "/sandbox/"); ok {
		v.Src = own
		return v
	}
	if address == "" {
		return v
	}
	v.Src = fmt.Sprintf("reviews/%d/%s", shopID, state)
	if p := s.copies.get(address); p != nil {
		v.Facts = fmt.Sprintf("%d×%d, %d kB, %s", p.width, p.height, (len(p.body)+999)/1000, p.kind)
	}
	return v
}

// serveReviewed answers a shop's picture as it was fetched. One that isn't kept
// any more, after a restart for example, is fetched again.
func (s *Sandbox) serveReviewed(w http.ResponseWriter, r *http.Request) {
	id, _ := strconv.ParseInt(r.PathValue("id"), 10, 64)
	status, known := reviewed[r.PathValue("state")]
	sh, found := s.shop(id)
	if !known || !found {
		http.NotFound(w, r)
		return
	}
	at := sh.picture(status)
	if at < 0 || strings.HasPrefix(sh.Record.MainPictures[at].URL, "/") {
		http.NotFound(w, r)
		return
	}
	picture, f := s.fetchPicture(r.Context(), sh.Record.MainPictures[at].URL)
	if f != nil {
		http.Error(w, f.message, http.StatusBadGateway)
		return
	}
	w.Header().Set("Cache-Control", "no-store")
	w.Header().Set("Content-Type", picture.kind)
	http.ServeContent(w, r, "", time.Time{}, bytes.NewReader(picture.body))
}
