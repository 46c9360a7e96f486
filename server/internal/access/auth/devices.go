package auth

import (
	"context"
	"crypto/sha256"
	"encoding/base64"
	"net/http"
	"strings"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
	"github.com/shopdesk/shopdesk/server/store"
)

// deviceID names a session to its operator, by its first name, so that proofs keep the device's name. The session's
// token can't be derived from it.
func deviceID(first string) string {
	sum := sha256.Sum256([]byte("device\x00" + first))
	return base64.RawURLEncoding.EncodeToString(sum[:16])
}

// HandleDevices lists the asker's own sessions ([api.PathDevices]).
func (s *Service) HandleDevices(w http.ResponseWriter, r *http.Request) error {
	p, err := s.ownPeople(r)
	if err != nil {
		return err
	}
	return s.answerDevices(w, r, p)
}

func (s *Service) answerDevices(w http.ResponseWriter, r *http.Request, p *Principal) error {
	sessions, err := s.Store.Sessions(r.Context(), p.OperatorID, s.Millis())
	if err != nil {
		return unavailable("list sessions", err)
	}
	answer := api.Devices{Devices: []api.Device{}}
	for _, one := range sessions {
		answer.Devices = append(answer.Devices, p.Device(one))
	}
	return httpio.WriteJSON(w, answer)
}

// Device gives the device of a session as p sees it.
func (p *Principal) Device(one store.Session) api.Device {
	browser, system := readAgent(one.UserAgent)
	data, _ := decodeSession(one.Data) // without data the session's present name counts
	return api.Device{
		ID: deviceID(firstName(one, data)), This: one.TokenHash == p.session, Browser: browser, System: system,
		Address: one.Address, Method: one.Method, SeenAt: one.SeenAt, Since: one.CreatedAt,
	}
}

// DeviceKey is equal for the sessions of one browser, "" if that isn't known.
func DeviceKey(one store.Session) string {
	data, _ := decodeSession(one.Data)
	return data.Values[keyDevice]
}

// deviceOfTheirs is the audit's record of a device that was signed out.
type deviceOfTheirs struct {
	Browser string `json:"browser,omitempty"`
	System  string `json:"system,omitempty"`
}

// HandleRevokeDevice signs one of the asker's devices out ([api.PathDeviceRevoke]), if the device is still signed in.
// The asker's present device isn't signed out by this route, but by signing out.
func (s *Service) HandleRevokeDevice(w http.ResponseWriter, r *http.Request) error {
	p, in, err := askedBy[api.DeviceRef](s.ownPeople, w, r)
	if err != nil {
		return err
	}
	sessions, err := s.Store.Sessions(r.Context(), p.OperatorID, s.Millis())
	if err != nil {
		return unavailable("list sessions", err)
	}
	for _, one := range sessions {
		d := p.Device(one)
		if d.ID != in.ID || d.This {
			continue
		}
		about := deviceOfTheirs{d.Browser, d.System}
		err := s.audited(r.Context(), p, "devices.revoke", about, func(ctx context.Context) error {
			return sessionStore{s}.DeleteCtx(ctx, one.TokenHash)
		})
		if err != nil {
			return unavailable("revoke session", err)
		}
		s.event(r.Context(), eventSignOut, "operator", p.OperatorID, "address", p.Address, "what", "device")
	}
	return s.answerDevices(w, r, p)
}

// HandleRevokeOthers signs the asker out everywhere else
// ([api.PathDeviceOthers]).
func (s *Service) HandleRevokeOthers(w http.ResponseWriter, r *http.Request) error {
	p, _, err := askedBy[struct{}](s.ownPeople, w, r)
	if err != nil {
		return err
	}
	if err := s.signOutOthers(r, p); err != nil {
		return err
	}
	return s.answerDevices(w, r, p)
}

func (s *Service) signOutOthers(r *http.Request, p *Principal) error {
	err := s.audited(r.Context(), p, "devices.others", struct{}{}, func(ctx context.Context) error {
		return s.Store.RevokeOperator(ctx, p.OperatorID, p.session, s.Millis())
	})
	if err != nil {
		return unavailable("revoke sessions", err)
	}
	s.othersSignedOut(r.Context(), p)
	return nil
}

// othersSignedOut makes the sign-out of p's other devices count at once in this process.
func (s *Service) othersSignedOut(ctx context.Context, p *Principal) {
	s.OperatorChanged(p.OperatorID)
	s.event(ctx, eventRevokedAll, "operator", p.OperatorID, "address", p.Address, "but", "this one")
}

// Agent names browser and system of a User-Agent, "" for unknown ones.
func Agent(userAgent string) string {
	browser, system := readAgent(userAgent)
	if browser == "" || system == "" {
		return browser + system
	}
	return browser + " · " + system
}

// readAgent reads browser and system from a User-Agent, "" for an unknown one.
// People recognise their devices by these names; no decision relies on them.
func readAgent(agent string) (browser, system string) {
	// More special names come first: Edge calls itself Chrome and Safari too.
	for _, b := range []struct{ mark, name string }{
		{"Edg/", "Edge"}, {"EdgA/", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	} {
		if strings.Contains(agent, b.mark) {
			browser = b.name
			break
		}
	}
	for _, s := range []struct{ mark, name string }{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"},
		{"CrOS", "ChromeOS"}, {"Macintosh", "macOS"}, {"Linux", "Linux"},
	} {
		if strings.Contains(agent, s.mark) {
			system = s.name
			break
		}
	}
	return browser, system
}
