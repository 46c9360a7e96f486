package sandbox

import (
	"bytes"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// shopsShown bounds the list on the control page; the search finds the rest.
const shopsShown = 60

// controlView is what the control page shows.
type controlView struct {
	Now      time.Time
	Ahead    time.Duration // of the Clock
	Tokens   int           // valid now
	Consents ConsentInfo
	Query    string
	Shops    []shopView
	Found    int
	Faults   []Fault
	Kinds    []Kind
	Paths    []string
	Calls    []callView

	Orders    []orderView // the newest
	Known     int         // orders
	Waiting   int         // unconfirmed
	Places    []OrderKind
	Events    []platform.Event
	Pushes    []Push // the newest
	Callbacks []callback
	Beats     map[string]Attempt
	Cut       time.Duration // still to last

	Sets     []setView
	Variants []variantView
}

type shopView struct {
	ID           int64
	Name, EnName string
	Zone         string
	Local        string // weekday and time at the shop
	Operating    bool
	Authorised   bool
	Specials     int
	Shown        pictureView
	Pending      pictureView
	Rejected     pictureView
	Why          string
}

type callView struct {
	Call
	Took string
	Bad  bool
}

// serveControl shows the page; q searches among the shops.
func (s *Sandbox) serveControl(w http.ResponseWriter, r *http.Request) {
	view := s.view(strings.TrimSpace(r.URL.Query().Get("q")))
	var page bytes.Buffer
	if err := controlPage.Execute(&page, view); err != nil {
		s.logger().Error("sandbox: control page", "error", err)
		http.Error(w, "internal error", http.StatusInternalServerError)
		return
	}
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.Header().Set("Cache-Control", "no-store")
	_, _ = w.Write(page.Bytes())
}

func (s *Sandbox) view(query string) controlView {
	v := controlView{
		Now: s.Now(), Tokens: s.liveTokens(), Consents: s.Consents(), Query: query,
		Faults: s.Faults(), Kinds: Kinds(), Paths: Routes(),
	}
	s.mu.Lock()
	v.Ahead = s.state.Offset
	v.Cut = max(0, s.cut.Sub(s.now())).Round(time.Second)
	v.Callbacks, v.Beats = s.state.Callbacks, s.post.beats
	s.mu.Unlock()
	s.viewOrders(&v)
	s.viewVariants(&v)
	for _, sh := range s.all() {
		if !matches(sh, query) {
			continue
		}
		v.Found++
		if len(v.Shops) < shopsShown {
			v.Shops = append(v.Shops, s.shopView(sh, v.Now))
		}
	}
	for _, c := range s.Calls() {
		v.Calls = append(v.Calls, callView{
			Call: c, Took: c.Duration.Round(10 * time.Microsecond).String(),
			Bad: c.Code != 0 || c.Status != http.StatusOK,
		})
	}
	return v
}

func matches(sh *shop, query string) bool {
	text := strings.ToLower(strings.Join([]string{
		sh.Record.Name, sh.Record.EnName, sh.Zone, strconv.FormatInt(sh.Record.ShopID, 10),
	}, " "))
	return strings.Contains(text, strings.ToLower(query))
}

func (s *Sandbox) shopView(sh *shop, now time.Time) shopView {
	v := shopView{
		ID: sh.Record.ShopID, Name: sh.Record.Name, EnName: sh.Record.EnName, Zone: sh.Zone,
		Local:      now.In(location(sh.Zone)).Format("Mon 15:04"),
		Operating:  sh.Record.Status == platform.ShopOperating,
		Authorised: sh.Authorised,
		Specials:   len(s.current(sh)),
	}
	for _, p := range sh.Record.MainPictures {
		switch p.Status {
		case platform.PictureEffective:
			v.Shown = s.pictureView(v.ID, "shown", p.URL)
		case platform.PicturePending:
			v.Pending = s.pictureView(v.ID, "pending", p.URL)
		case platform.PictureRejected:
			v.Rejected, v.Why = s.pictureView(v.ID, "rejected", p.URL), p.RejectReason
		}
	}
	return v
}
