package text

import "syscall/js"

// regions are the names asked for so far, by language and code: asking costs
// more than looking up.
var regions = map[string]string{}

func regionName(code string) string {
	key := Lang() + ":" + code
	name, ok := regions[key]
	if !ok {
		name = askRegion(code)
		regions[key] = name
	}
	return name
}

// askRegion asks the browser. One without Intl.DisplayNames throws.
func askRegion(code string) (name string) {
	name = code
	defer func() {
		_ = recover() // the code is the name
	}()
	options := map[string]any{"type": "region", "style": "short"}
	said := js.Global().Get("Intl").Get("DisplayNames").New(Lang(), options).Call("of", code)
	if said.Type() == js.TypeString {
		name = said.String()
	}
	return name
}
