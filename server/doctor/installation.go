package doctor

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"slices"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/internal/baseurl"
	"github.com/shopdesk/shopdesk/internal/loopback"
	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/web/fetch"
)

// publicAddress fetches from our public address as the platform would: by name,
// over the internet's own addresses, through no proxy.
func (d *Doctor) publicAddress(ctx context.Context) {
	base, path, want := strings.TrimRight(d.o.PublicURL, "/"), api.PathHealth, "ok"
	if d.o.Listening {
		path, want = "/photos/"+d.probe, d.probe
	}
	public, _ := url.Parse(base)
	far, _ := url.Parse(d.o.PlatformURL)
	body, err := fetch.New(fetch.Options{Loopback: far != nil && loopback.Is(far.Hostname())}).Get(ctx, base+path, 1<<10)
	switch {
	case errors.Is(err, fetch.ErrPrivate):
		d.differs("public-address", public.Host+" isn't a host on the public internet, or its port isn't 80 or 443",
			"SHOPDESK_PUBLIC_URL")
	case err != nil:
		d.differs("public-address", public.Host+": "+d.scrub(err.Error()), "")
	case strings.TrimSpace(string(body)) != want:
		d.differs("public-address", public.Host+" answers, but it is somebody else", "SHOPDESK_PUBLIC_URL")
	default:
		d.holds("public-address", public.Host)
	}
}

// pictureHost compares the host of a shop's picture with those that pages show pictures from.
func (d *Doctor) pictureHost(address string) {
	picture, err := url.Parse(address)
	if err != nil || picture.Scheme != "https" && picture.Scheme != "http" {
		return
	}
	host, err := baseurl.Host(picture.Scheme, picture.Host)
	if err != nil {
		return
	}
	origin := picture.Scheme + "://" + host
	shown := origin == originOf(d.o.PublicURL) || slices.ContainsFunc(d.o.ImageHosts, func(source string) bool {
		scheme, domain, whole := strings.Cut(source, "://*")
		return source == origin || whole && strings.HasPrefix(origin, scheme+"://") && strings.HasSuffix(origin, domain)
	})
	if !shown && !slices.Contains(d.hidden, origin) {
		d.hidden = append(d.hidden, origin)
	}
	d.compares("picture-hosts", shown, origin, origin,
		"SHOPDESK_IMAGE_HOSTS="+strings.Join(slices.Concat(d.o.ImageHosts, d.hidden), ","))
}

// originOf is the origin of a base address, as browsers write it; "" for none.
func originOf(address string) string {
	base, err := baseurl.Parse(address)
	if err != nil {
		return ""
	}
	return base.Scheme + "://" + base.Host
}

// recently is how old the last heartbeat may be, as long as the console waits for one at most.
const recently = time.Hour

// known looks at what the installation has noted.
func (d *Doctor) known() {
	if d.o.Known == nil {
		return
	}
	if at := d.o.Known.Heartbeat; at != 0 {
		age := d.o.Now().Sub(time.UnixMilli(at)).Round(time.Second)
		if age <= recently {
			d.holds("last-heartbeat", fmt.Sprintf("%v ago", age))
		} else if d.book["last-heartbeat"].State != Holds {
			d.differs("last-heartbeat", fmt.Sprintf("%v ago", age), "")
		}
	}
	d.shown()
	var lacking []int
	for _, event := range platform.Events() {
		if !d.o.Known.Registered[int64(event)] {
			lacking = append(lacking, int(event))
		}
	}
	if len(lacking) < len(platform.Events()) {
		d.holds("callback-signature", "the console's registrations were accepted")
	}
	switch {
	case len(lacking) == 0:
		d.holds("hook-registered", "")
	case len(lacking) < len(platform.Events()):
		d.differs("hook-registered", fmt.Sprintf("not for %v", lacking), "Settings → Webhooks registers it")
	}
}

// shown notes what the console's own changes have shown.
func (d *Doctor) shown() {
	profile, shown := d.o.Presenter.Profile, d.o.Known.Shown
	if held, ok := shown[CheckPhoneOnce]; ok {
		switch refuses := profile.PhoneTwice == platform.LeaveRefused; {
		case held:
			d.holds(CheckPhoneOnce, "the platform took the same phone twice")
		case refuses:
			d.holds(CheckPhoneOnce, "the platform refused the same phone twice, as the settings do")
		default:
			d.differs(CheckPhoneOnce, "the platform refused the same phone twice", "SHOPDESK_REFUSE=phone-twice")
		}
	}
	if held, ok := shown[CheckPictureReview]; ok {
		d.compares(CheckPictureReview, held, "a picture that was sent was in the record at once",
			"a picture that was sent wasn't in the record at once", "none needed")
	}
	way, other := CheckCallback, "SHOPDESK_CALLBACK_URL=unsigned"
	if profile.CallbackSigning == platform.CallbackWithoutURL {
		way, other = CheckCallbackUnsigned, "SHOPDESK_CALLBACK_URL=signed"
	}
	if held, ok := shown[way]; ok {
		d.compares(CheckCallback, held, "the console's registrations were accepted",
			"the signature of a registration was refused", other)
	}
}
