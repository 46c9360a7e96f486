package sandbox

import (
	"fmt"
	"time"
)

// order is what an action of the control page or of the JSON API is told.
type order struct {
	ShopID  int64   `json:"shopId"`
	Reason  string  `json:"reason"`  // of a rejection
	By      string  `json:"by"`      // how far to advance, as in "90m"
	Kind    Kind    `json:"kind"`    // of a fault, and so are the rest
	Path    string  `json:"path"`    // empty for any
	Count   int     `json:"count"`   // calls
	Rate    float64 `json:"rate"`    // share of the calls
	Delay   string  `json:"delay"`   // as in "1.5s"
	Code    int     `json:"code"`    // the envelope's
	Message string  `json:"message"` // the envelope's
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
	"calm":           func(s *Sandbox, _ order) error { s.ClearFaults(); return nil },
	"reset":          func(s *Sandbox, _ order) error { return s.Reset() },
}

func advance(s *Sandbox, o order) error {
	d, err := time.ParseDuration(o.By)
	if err != nil {
		return fmt.Errorf("%w: by must be a duration such as 90m", ErrInvalid)
	}
	return s.Advance(d)
}

func inject(s *Sandbox, o order) error {
	f := Fault{Kind: o.Kind, Path: o.Path, Count: o.Count, Rate: o.Rate, Code: o.Code, Message: o.Message}
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
