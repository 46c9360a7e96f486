package engine

import (
	"context"
	"math"
)

// special are the keys that WebDriver names by a private character.
var special = map[string]string{
	"Tab": "\uE004", "Enter": "\uE007", "Shift": "\uE008", "Control": "\uE009", "Escape": "\uE00C", "End": "\uE010",
	"Home":      "\uE011",
	"ArrowLeft": "\uE012", "ArrowUp": "\uE013", "ArrowRight": "\uE014", "ArrowDown": "\uE015",
	"\t": "\uE004", "\r": "\uE007", "\n": "\uE007",
}

func keyCode(key string) string {
	if code := special[key]; code != "" {
		return code
	}
	return key
}

// source is a keyboard or a mouse and what it does, in the form of WebDriver and WebDriver BiDi.
type source struct {
	Type    string `json:"type"`
	ID      string `json:"id"`
	Actions []any  `json:"actions"`
}

type keyAction struct {
	Type  string `json:"type"`
	Value string `json:"value"`
}

type pointerMove struct {
	Type     string `json:"type"`
	X        int    `json:"x"`
	Y        int    `json:"y"`
	Duration int    `json:"duration"` // milliseconds
}

type pointerButton struct {
	Type   string `json:"type"`
	Button int    `json:"button"`
}

func keyboard(actions []any) []source { return []source{{"key", "keyboard", actions}} }

// hands are a tab's keyboard and mouse.
type hands struct {
	perform func(ctx context.Context, actions []source) error
}

// Type types a text; "\t" and "\r" are Tab and Enter.
func (h hands) Type(ctx context.Context, text string) error {
	var actions []any
	for _, r := range text {
		code := keyCode(string(r))
		actions = append(actions, keyAction{"keyDown", code}, keyAction{"keyUp", code})
	}
	return h.perform(ctx, keyboard(actions))
}

// Press presses a key by its name while others are held.
func (h hands) Press(ctx context.Context, key string, held ...string) error {
	var actions []any
	for _, k := range held {
		actions = append(actions, keyAction{"keyDown", keyCode(k)})
	}
	actions = append(actions, keyAction{"keyDown", keyCode(key)}, keyAction{"keyUp", keyCode(key)})
	for _, k := range held {
		actions = append(actions, keyAction{"keyUp", keyCode(k)})
	}
	return h.perform(ctx, keyboard(actions))
}

// Click clicks the mouse's left button at a place of the window.
func (h hands) Click(ctx context.Context, x, y float64) error {
	return h.perform(ctx, []source{{"pointer", "mouse", []any{
		pointerMove{"pointerMove", int(math.Floor(x)), int(math.Floor(y)), 0},
		pointerButton{"pointerDown", 0}, pointerButton{"pointerUp", 0},
	}}})
}
