package components

// Tone says what kind of news something is; the style sheet turns it into
// colours, and each tone has its own icon so that colour isn't the only sign.
type Tone string

// The tones. The zero value is ToneNeutral.
const (
	ToneNeutral Tone = ""
	ToneOK      Tone = "ok"
	ToneWarn    Tone = "warn"
	ToneBad     Tone = "bad"
	ToneInfo    Tone = "info"
)

func (t Tone) icon() IconName {
	switch t {
	case ToneOK:
		return IconCheck
	case ToneWarn, ToneBad:
		return IconWarn
	case ToneNeutral, ToneInfo:
	}
	return IconInfo
}
