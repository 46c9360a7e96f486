package sandbox

import (
	"fmt"
	"time"

	"github.com/shopdesk/shopdesk/platform"
)

// order is what an action of the control page or of the JSON API is told.
type order struct {
	ShopID  int64   `json:"shopId"`
	Reason  string  `json:"reason"`  // of a rejection, a cancellation or a refund request
	By      string  `json:"by"`      // how far to advance, or how long to cut, as in "90m"
	Kind    Kind    `json:"kind"`    // of a fault, and so are the rest
	Path    string  `json:"path"`    // empty for any
	Count   int     `json:"count"`   // calls
	Rate    float64 `json:"rate"`    // share of the calls
	Delay   string  `json:"delay"`   // as in "1.5s"
	Code    int     `json:"code"`    // the envelope's
	Message string  `json:"message"` // the envelope's
	Event   int     `json:"eventId"` // of a push's fault; 0 for any

	OrderID  int64                 `json:"orderViewId"`
	Place    OrderKind             `json:"place"`    // what an order is like
	Currency string                `json:"currency"` // empty for the shop's
	Who      int                   `json:"opType"`   // who cancels
	Rider    int                   `json:"logisticsStatus"`
	Name     string                `json:"courierName"`
	Phone    string                `json:"courierPhone"`
	Products []platform.RefundLine `json:"products"` // none: the whole order
	URL      string                `json:"url"`

	PerSecond float64 `json:"perSecond"` // calls, of a limit
	Variant   Variant `json:"variant"`   // to begin, or to end with off
	Off       bool    `json:"off"`
	Set       string  `json:"set"` // names of sets and variants, with commas
}

// actions are what the control page and the JSON API can do, by the name in
// their paths.
var actions = map[string]func(*Sandbox, order) error{
	"suspend":        func(s *Sandbox, o order) error { return s.SuspendShop(o.ShopID) },
	"reopen":         func(s *Sandbox, o order) error { return s.ReopenShop(o.ShopID) },
	"approve":        func(s *Sandbox, o order) error { return s.ApprovePicture(o.ShopID) },
	"reject":         func(s *Sandbox, o order) error { return s.RejectPicture(o.ShopID, o.Reason) },
	"authorise":      func(s *Sandbox, o order) error { return s.SetAuthorised(o.ShopID, true) },
	"revoke":         func(s *Sandbox, o order) error { return s.SetAuthorised(o.ShopID, false) },
	"expire":         func(s *Sandbox, _ order) error { return s.ExpireTokens() },
	"invalidate":     func(s *Sandbox, _ order) error { return s.InvalidateTokens() },
	"refuse-refresh": func(s *Sandbox, _ order) error { return s.RefuseNextRefresh() },
	"advance":        advance,
	"fault":          inject,
	"limit":          func(s *Sandbox, o order) error { return s.SetLimit(o.PerSecond) },
	"calm":           func(s *Sandbox, _ order) error { s.ClearFaults(); return nil },
	"hours":          func(s *Sandbox, o order) error { return s.ChangeHours(o.ShopID, CloseEarlier) },
	"variant":        func(s *Sandbox, o order) error { return s.SetVariant(o.Variant, !o.Off) },
	"play":           play,
	"bind":           func(s *Sandbox, o order) error { return s.BindPictures(o.ShopID) },
	"place":          place,
	"rush":           rush,
	"pos":            func(s *Sandbox, o order) error { return s.AcceptOnPOS(o.OrderID) },
	"ready":          func(s *Sandbox, o order) error { return s.PrepareOnPOS(o.OrderID) },
	"collect":        func(s *Sandbox, o order) error { return s.CollectOnPOS(o.OrderID) },
	"cancel":         cancelElsewhere,
	"rider":          moveRider,
	"refund":         func(s *Sandbox, o order) error { return s.RequestRefund(o.OrderID, o.Products, o.Reason) },
	"refundone":      refundOne,
	"agree":          func(s *Sandbox, o order) error { return s.DecideRefund(o.OrderID, true) },
	"refuse":         func(s *Sandbox, o order) error { return s.DecideRefund(o.OrderID, false) },
	"cut":            cutFor,
	"mend":           func(s *Sandbox, _ order) error { s.Cut(0); return nil },
	"callback":       func(s *Sandbox, o order) error { return s.SetCallback(o.URL) },
	"reset":          func(s *Sandbox, _ order) error { return s.Reset() },
}

// play plays the sets and variants with these names, and no others.
func play(s *Sandbox, o order) error {
	playing, err := ParseVariants(o.Set)
	if err != nil {
		return err
	}
	return s.SetVariants(playing...)
}

func place(s *Sandbox, o order) error {
	_, err := s.Place(Placement{ShopID: o.ShopID, Kind: o.Place, Currency: o.Currency})
	return err
}

// rush places 50 orders unless told otherwise.
func rush(s *Sandbox, o order) error {
	_, err := s.Rush(Placement{ShopID: o.ShopID, Kind: o.Place, Currency: o.Currency}, either(o.Count, 50))
	return err
}

func cancelElsewhere(s *Sandbox, o order) error {
	words := map[platform.OpType]string{platform.OpCustomer: "The customer changed their mind.",
		platform.OpSupport: "Cancelled by customer service."}
	who := platform.OpType(o.Who)
	return s.CancelOrder(o.OrderID, who, either(o.Reason, words[who]))
}

// moveRider takes the delivery to the step that is named, or one on.
func moveRider(s *Sandbox, o order) error {
	to := platform.LogisticsStatus(o.Rider)
	if to == 0 {
		s.mu.Lock()
		if sold, ok := s.book.sales[o.OrderID]; ok {
			to = nextRide(sold.rider())
		}
		s.mu.Unlock()
	}
	return s.MoveRider(o.OrderID, to, o.Name, o.Phone)
}

// nextRide is the step that usually comes next.
func nextRide(at platform.LogisticsStatus) platform.LogisticsStatus {
	switch at {
	case platform.RiderAssigned:
		return platform.RiderAtShop
	case platform.RiderAtShop:
		return platform.RiderPickedUp
	case platform.RiderPickedUp:
		return platform.RiderDelivered
	case platform.RiderSought, platform.RiderDelivered, platform.RiderCancelled:
	}
	return platform.RiderAssigned
}

// refundOne is a request for one of the first product that isn't refunded.
func refundOne(s *Sandbox, o order) error {
	s.mu.Lock()
	sold, ok := s.book.sales[o.OrderID]
	s.mu.Unlock()
	if !ok {
		return fmt.Errorf("%w: %d", ErrUnknownOrder, o.OrderID)
	}
	for _, l := range sold.Lines {
		if l.Refunded < l.Count {
			return s.RequestRefund(o.OrderID, []platform.RefundLine{{OrderProductID: l.ID, RefundCount: 1}},
				either(o.Reason, "An item was missing"))
		}
	}
	return fmt.Errorf("%w: everything is refunded", ErrInvalid)
}

// maxCut bounds how long a connection is cut.
const maxCut = time.Hour

func cutFor(s *Sandbox, o order) error {
	d, err := time.ParseDuration(either(o.By, "1m"))
	if err != nil || d <= 0 || d > maxCut {
		return fmt.Errorf("%w: by must be a duration such as 30s, at most %v", ErrInvalid, maxCut)
	}
	s.Cut(d)
	return nil
}

func advance(s *Sandbox, o order) error {
	d, err := time.ParseDuration(o.By)
	if err != nil {
		return fmt.Errorf("%w: by must be a duration such as 90m", ErrInvalid)
	}
	return s.Advance(d)
}

func inject(s *Sandbox, o order) error {
	f := Fault{Kind: o.Kind, Path: o.Path, Count: o.Count, Rate: o.Rate, Code: o.Code, Message: o.Message, Event: o.Event}
	if o.Delay != "" {
		d, err := time.ParseDuration(o.Delay)
		if err != nil {
			return fmt.Errorf("%w: delay must be a duration such as 1.5s", ErrInvalid)
		}
		f.Delay = d
	}
	_, err := s.Inject(f)
	return err
}
