//go:build !js

package device

// SoundReady reports whether a sound would be heard.
func SoundReady() bool { return false }

// Unmute asks for sound.
func Unmute() {}

// Play plays a tune.
func Play(Tune) {}

// StayAwake keeps the screen on.
func StayAwake() {}

// Sleep lets the screen go off again.
func Sleep() {}

// FillScreen shows the page on the whole screen, or as before.
func FillScreen(bool) {}

// Print opens the browser's print dialog.
func Print() {}
