package text

import (
	"strings"
	"syscall/js"
)

// first is the language that the boot script chose; its words came before the
// program was started.
func first() *Catalogue { return spoken() }

// spoken takes over what the boot script holds. One text is handed across, since
// each step between the two worlds costs more than all the splitting.
func spoken() *Catalogue {
	c := &Catalogue{Lang: "en", Words: map[string]string{}}
	words := js.Global().Get("shopdeskWords")
	if !words.Truthy() {
		return c
	}
	c.Lang = js.Global().Get("document").Get("documentElement").Get("lang").String()
	flat := js.Global().Get("Object").Call("entries", words).Call("flat").Call("join", "\x00").String()
	for more := flat != ""; more; {
		var key, text string
		key, flat, _ = strings.Cut(flat, "\x00")
		text, flat, more = strings.Cut(flat, "\x00")
		c.Words[key] = text
	}
	return c
}

// speak asks the boot script, whose promise is never rejected.
func speak(lang string, done func(ok bool)) {
	var then js.Func
	then = js.FuncOf(func(_ js.Value, args []js.Value) any {
		then.Release()
		ok := args[0].Truthy()
		if ok {
			current = spoken()
		}
		done(ok)
		return nil
	})
	js.Global().Call("shopdeskSpeak", lang).Call("then", then)
}
