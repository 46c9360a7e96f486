package components

import "syscall/js"

// decompose takes letters and their marks apart, and gives every form of a letter
// its plain one (Unicode's NFKD).
func decompose(text string) string {
	return js.Global().Get("String").Get("prototype").Get("normalize").Call("call", text, "NFKD").String()
}
