package device

import (
	"syscall/js"
	"testing"
)

// Orders that come together each rang: the tune was heard as many times as loud as the person had chosen.
func TestTunesThatComeTogetherSoundOnce(t *testing.T) {
	browser := js.Global().Call("eval", `(() => {
		const tones = [], param = {setValueAtTime() {}, linearRampToValueAtTime() {}};
		const at = {currentTime: 0};
		globalThis.AudioContext = class {
			state = "running";
			get currentTime() { return at.currentTime; }
			createOscillator() {
				tones.push(1);
				return {frequency: {}, connect() {}, start() {}, stop() {}};
			}
			createGain() { return {gain: param, connect() {}}; }
		};
		return {tones: () => tones.splice(0).length, wait: s => { at.currentTime += s; }};
	})()`)
	for _, tt := range []struct {
		name   string
		before float64 // seconds since the tune before
		tune   Tune
		want   int
	}{
		{"an order", 0, TuneNew, 3},
		{"another one with it", 0, TuneNew, 0},
		{"another one before the tune is over", .3, TuneNew, 0},
		{"another tune", 0, TuneNotice, 4},
		{"an order while both sound", 0, TuneNew, 0},
		{"louder", .1, TuneNew.At(.5), 3},
		{"the same as loud once more", 0, TuneNew.At(.5), 0},
		{"an order later", 1, TuneNew.At(.5), 3},
	} {
		browser.Call("wait", tt.before)
		Play(tt.tune)
		if got := browser.Call("tones").Int(); got != tt.want {
			t.Errorf("%s: %d tones, want %d", tt.name, got, tt.want)
		}
	}
}
