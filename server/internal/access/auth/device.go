package auth

import (
	"context"
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"fmt"
	"io"
	"net/http"
	"strings"
	"time"

	"github.com/shopdesk/shopdesk/server/internal/web/httpio"
)

// The device cookie proves that an operator has signed in on a device before, so
// that strangers' failures don't slow the operator down. The cookie alone isn't
// enough to sign in.
//
// The cookie holds a random number and, for each of the last few logins, a mark: an
// HMAC of number and login under a key that the store keeps. So the server keeps no
// row for a device. A tablet that several people share carries a mark for each of
// them, and one for anyLogin.
const (
	deviceSuffix   = "-device"
	deviceLife     = 180 * 24 * time.Hour
	deviceKeyName  = "auth.device-key" // in store.Meta
	deviceKeyBytes = 32
	deviceBytes    = 16 // of the number and of a mark
	maxDeviceMarks = 9
	anyLogin       = "" // stands for each operator's login
)

// device is the content of a device cookie.
type device struct {
	number string   // base64
	marks  []string // base64
}

// deviceText is the length of deviceBytes in base64.
var deviceText = base64.RawURLEncoding.EncodedLen(deviceBytes)

// parseDevice reads a cookie's value. A value of the wrong shape gives the zero
// device.
func parseDevice(value string) device {
	parts := strings.Split(value, ".")
	if len(parts) < 2 || len(parts) > 1+maxDeviceMarks {
		return device{}
	}
	for _, part := range parts {
		if len(part) != deviceText {
			return device{}
		}
	}
	return device{parts[0], parts[1:]}
}

func (d device) String() string { return strings.Join(append([]string{d.number}, d.marks...), ".") }

// knows reports whether the device carries mark.
func (d device) knows(mark string) bool {
	known := 0
	for _, m := range d.marks {
		known |= subtle.ConstantTimeCompare([]byte(m), []byte(mark))
	}
	return known == 1
}

// deviceOf gives the device that sent r, and the device's number as the key of the
// throttle: "" if the device never signed in to login.
func (s *Service) deviceOf(r *http.Request, login string) (d device, key string, err error) {
	cookie, err := r.Cookie(s.deviceCookie)
	if err != nil {
		return device{}, "", nil
	}
	d = parseDevice(cookie.Value)
	if d.number == "" {
		return d, "", nil
	}
	mark, err := s.deviceMark(r.Context(), d.number, login)
	if err != nil {
		return d, "", err
	}
	if d.knows(mark) {
		key = d.number
	}
	return d, key, nil
}

// Sender names the sender of r for limits of requests: the device's number if any
// operator has signed in on the device before, else the network that the sender's
// owner may own.
func (s *Service) Sender(r *http.Request) (name string, known bool, err error) {
	_, key, err := s.deviceOf(r, anyLogin)
	if key != "" || err != nil {
		return key, true, err
	}
	return httpio.LargerNetwork(s.ClientNetwork(r)).String(), false, nil
}

// rememberDevice adds a mark for login to the cookie of the device that sent r, or
// gives a new device a cookie. It returns the device's number.
func (s *Service) rememberDevice(w http.ResponseWriter, r *http.Request, login string) (string, error) {
	d, _, err := s.deviceOf(r, login)
	if err != nil {
		return "", err
	}
	if d.number == "" {
		d.number = randomText(deviceBytes)
	}
	for _, login := range []string{login, anyLogin} {
		mark, err := s.deviceMark(r.Context(), d.number, login)
		if err != nil {
			return "", err
		}
		if !d.knows(mark) {
			d.marks = append(d.marks, mark)
			d.marks = d.marks[max(0, len(d.marks)-maxDeviceMarks):]
		}
	}
	s.setCookie(w, s.deviceCookie, d.String(), deviceLife)
	return d.number, nil
}

// deviceMark gives the mark which proves that the device has signed in to login.
func (s *Service) deviceMark(ctx context.Context, number, login string) (string, error) {
	sum, err := s.mark(ctx, number+"\x00"+login)
	if err != nil {
		return "", err
	}
	return base64.RawURLEncoding.EncodeToString(sum[:deviceBytes]), nil
}

// mark gives the HMAC of a text that only this console can make.
func (s *Service) mark(ctx context.Context, text string) ([]byte, error) {
	key, err := s.deviceSecret(ctx)
	if err != nil {
		return nil, err
	}
	mac := hmac.New(sha256.New, key)
	_, _ = io.WriteString(mac, text)
	return mac.Sum(nil), nil
}

// deviceSecret gives the key of the marks, which all replicas share.
func (s *Service) deviceSecret(ctx context.Context) ([]byte, error) {
	s.deviceMu.Lock()
	defer s.deviceMu.Unlock()
	if s.deviceKey != nil {
		return s.deviceKey, nil
	}
	holds, err := s.Store.PutMeta(ctx, deviceKeyName, randomText(deviceKeyBytes))
	if err != nil {
		return nil, unavailable("device key", err)
	}
	key, err := base64.RawURLEncoding.DecodeString(holds)
	if err != nil || len(key) != deviceKeyBytes {
		return nil, fmt.Errorf("auth: the stored %s is damaged", deviceKeyName)
	}
	s.deviceKey = key
	return key, nil
}

// randomText gives n random bytes in base64.
func randomText(n int) string {
	b := make([]byte, n)
	_, _ = rand.Read(b) // never fails
	return base64.RawURLEncoding.EncodeToString(b)
}
