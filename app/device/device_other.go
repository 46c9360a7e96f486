//go:build !js

package device

import (
	"crypto/rand"
	"errors"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// SoundReady reports whether a sound would be heard.
func SoundReady() (ready, doubt bool) { return false, false }

// Unmute asks for sound.
func Unmute() {}

// Badge puts a number on the icon of the installed console.
func Badge(int) {}

// Play plays a tune.
func Play(Tune) {}

// StayAwake keeps the screen on while the page is seen, until sleep is called.
func StayAwake() (sleep func()) { return func() {} }

// FillScreen shows the page on the whole screen, or as before.
func FillScreen(bool) {}

// Print opens the browser's print dialog.
func Print(func()) {}

// InTurn calls then at once.
func InTurn(_ string, then func(over func())) { then(func() {}) }

// Copy puts nothing anywhere.
func Copy(func(func(app.Context)), string, func(app.Context)) {}

// PushStanding says whether this browser can be told of orders in the background.
func PushStanding() Standing { return PushNone }

// PushOn gives the browser's subscription for a server's key, in JSON.
func PushOn(string) ([]byte, error) { return nil, errors.New("device: no browser") }

// PushOff drops the browser's subscription.
func PushOff() {}

// PushAgain subscribes anew as the operator chose on this device before.
func PushAgain(string) {}

// fillRandom fills bytes from the system's source.
func fillRandom(random []byte) { _, _ = rand.Read(random) } // never fails: see its documentation
