package state

import (
	"slices"
	"strconv"

	"github.com/shopdesk/shopdesk/internal/api"
)

// Theme is which colours the console wears.
type Theme string

// The themes. Auto follows the device.
const (
	ThemeAuto  Theme = "auto"
	ThemeLight Theme = "light"
	ThemeDark  Theme = "dark"
)

// Themes lists the themes in the order in which they are offered.
func Themes() [3]Theme { return [3]Theme{ThemeAuto, ThemeLight, ThemeDark} }

// Theme is the theme chosen on this device, by default [ThemeAuto].
func (s *State) Theme() Theme {
	if theme := Theme(s.chosen(keyTheme)); theme == ThemeLight || theme == ThemeDark {
		return theme
	}
	return ThemeAuto
}

// SetTheme keeps the theme for this device.
func (s *State) SetTheme(theme Theme) { s.choose(keyTheme, string(theme)) }

// chosen is what was chosen on this device, "" for nothing.
func (s *State) chosen(name string) string {
	value, _ := s.storage.Get(s.key(name))
	return value
}

// choose keeps a choice for this device, or with "" none. Where the browser keeps nothing it holds for this visit.
func (s *State) choose(name, value string) {
	s.revision++
	if value == "" {
		s.storage.Remove(s.key(name))
		return
	}
	_ = s.storage.Set(s.key(name), value)
}

func (s *State) flag(name string) bool { return s.chosen(name) == "1" }

func (s *State) setFlag(name string, on bool) {
	value := ""
	if on {
		value = "1"
	}
	s.choose(name, value)
}

// level is a choice of 0, 1 or 2, by default the usual one.
func (s *State) level(name string, usual int) int {
	s.read(s.key(name), &usual)
	return max(0, min(usual, 2))
}

// Compact tells whether the rows on this device stand close together.
func (s *State) Compact() bool { return s.flag(keyCompact) }

// SetCompact keeps that for this device.
func (s *State) SetCompact(compact bool) { s.setFlag(keyCompact, compact) }

// Preferences are what the operator chose for any device, kept by the server or on
// the way there.
func (s *State) Preferences() api.Preferences {
	if s.wanted != nil {
		return *s.wanted
	}
	return s.session.Preferences
}

// Want notes preferences that are on their way, nil for none.
func (s *State) Want(wanted *api.Preferences) {
	s.wanted = wanted
	s.revision++
}

// LastShop is the shop the operator looked at last, 0 for none. It is one of
// their shops as long as those are known.
func (s *State) LastShop() int64 {
	var id int64
	if !s.read(s.own(keyLastShop), &id) {
		return 0
	}
	if _, ok := s.Shop(id); !ok && (s.listed || len(s.shops) > 0) {
		return 0
	}
	return id
}

// SetLastShop remembers the shop the operator looks at.
func (s *State) SetLastShop(id int64) {
	_ = s.write(s.own(keyLastShop), id) // a convenience: without it the list of shops comes first
	recent := slices.DeleteFunc(s.RecentShops(), func(other int64) bool { return other == id })
	recent = append([]int64{id}, recent...)
	_ = s.write(s.own(keyRecent), recent[:min(len(recent), mostRecent)])
}

// mostRecent is how many shops are remembered as recent.
const mostRecent = 6

// RecentShops are the shops looked at on this device, the last first.
func (s *State) RecentShops() []int64 {
	var ids []int64
	s.read(s.own(keyRecent), &ids)
	return ids
}

// SetLang keeps the language that is spoken now, a BCP 47 tag, for this device: the boot script starts with it. With
// "" it starts with the browser's own.
func (s *State) SetLang(tag string) {
	s.keep(byName(s.shops), s.tag) // other names lead
	s.choose(keyLang, tag)
}

const keyPush = "push"

// pushChoice is what was chosen on this device, for web/push.js to subscribe anew
// with at each start.
type pushChoice struct {
	Operator string      `json:"operator"`
	Key      string      `json:"key"` // the server's
	On       *api.PushOn `json:"on"`  // without the browser's part; nil: switched off
}

// KeepPush remembers what this device is told of in the background, nil for nothing.
func (s *State) KeepPush(key string, on *api.PushOn) {
	// without it the choice ends with the session
	_ = s.write(s.key(keyPush), pushChoice{strconv.FormatInt(s.OperatorID(), 10), key, on})
}
