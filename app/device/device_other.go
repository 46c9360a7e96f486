//go:build !js

package device

// SoundReady reports whether a sound would be heard.
func SoundReady() bool { return false }

// Unmute asks for sound.
func Unmute() {}

// Play plays a tune.
func Play(Tune) {}

// StayAwake keeps the screen on while the page is seen, until sleep is called.
func StayAwake() (sleep func()) { return func() {} }

// FillScreen shows the page on the whole screen, or as before.
func FillScreen(bool) {}

// Print opens the browser's print dialog.
func Print(func()) {}
