package device

// Tune is a short sequence of tones, made by the browser itself: there is no
// sound file to load, and none to be missing.
type Tune struct {
	Notes  []Note
	Volume float64 // 0 to 1
}

// Note is one tone: hertz, and seconds from the tune's beginning.
type Note struct{ Hertz, Start, Length float64 }

// The tunes. They can be told apart in a loud kitchen: a new order climbs, its
// last minute hammers, a lost connection falls, a cancellation or a refund wavers.
var (
	TuneNew    = Tune{Volume: .5, Notes: []Note{{784, 0, .16}, {988, .18, .16}, {1319, .36, .34}}}
	TuneUrgent = Tune{Volume: 1, Notes: []Note{{1319, 0, .12}, {1319, .17, .12}, {1319, .34, .12}, {1568, .51, .4}}}
	TuneLost   = Tune{Volume: .6, Notes: []Note{{392, 0, .35}, {262, .4, .6}}}
	TuneNotice = Tune{Volume: .8, Notes: []Note{{660, 0, .2}, {554, .22, .2}, {660, .44, .2}, {554, .66, .3}}}
)
