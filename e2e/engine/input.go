package engine

import "math"

// special are the keys that WebDriver names by a private character.
var special = map[string]string{
	"Tab": "\uE004", "Enter": "\uE007", "Shift": "\uE008", "Control": "\uE009", "Escape": "\uE00C", "End": "\uE010", "Home": "\uE011",
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

// typed is a text, key by key.
func typed(text string) []source {
	var actions []any
	for _, r := range text {
		code := keyCode(string(r))
		actions = append(actions, keyAction{"keyDown", code}, keyAction{"keyUp", code})
	}
	return keyboard(actions)
}

// pressed is one key while others are held.
func pressed(key string, held []string) []source {
	var actions []any
	for _, h := range held {
		actions = append(actions, keyAction{"keyDown", keyCode(h)})
	}
	actions = append(actions, keyAction{"keyDown", keyCode(key)}, keyAction{"keyUp", keyCode(key)})
	for _, h := range held {
		actions = append(actions, keyAction{"keyUp", keyCode(h)})
	}
	return keyboard(actions)
}

// clicked is the mouse's left button at a place of the window.
func clicked(x, y float64) []source {
	return []source{{"pointer", "mouse", []any{
		pointerMove{"pointerMove", int(math.Floor(x)), int(math.Floor(y)), 0},
		pointerButton{"pointerDown", 0}, pointerButton{"pointerUp", 0},
	}}}
}
