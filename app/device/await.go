package device

import (
	"context"
	"strings"
	"unicode/utf8"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// Rejection is the error of a promise that the browser rejects. Its text is the
// name of the browser's own error: "NotAllowedError".
type Rejection string

// Error implements error.
func (r Rejection) Error() string { return string(r) }

// Await waits for a promise. The error is a [Rejection].
func Await(promise app.Value) (app.Value, error) {
	if app.IsServer { // there is none to wait for
		return nil, Rejection("device: no browser")
	}
	var value app.Value
	var err error
	over := make(chan struct{})
	keep := Func(func(args []app.Value) {
		value = args[0]
		close(over)
	})
	defer keep.Release()
	reject := Func(func(args []app.Value) {
		reason := Rejection("device: the browser can't do it")
		if args[0].Truthy() {
			reason = Rejection(args[0].Get("name").String())
		}
		err = reason
		close(over)
	})
	defer reject.Release()
	promise.Call("then", keep, reject)
	<-over
	return value, err
}

// ReadText reads what a file says: a File or Blob of the browser's, in UTF-8, in UTF-16 with its mark, or else in the
// characters of Windows. The error is a [Rejection], such as one for a file that was removed since it was chosen, or
// for a workbook.
func ReadText(file app.Value) func(context.Context) (string, error) {
	return func(context.Context) (string, error) { return readText(file) }
}

func readText(file app.Value) (string, error) {
	buffer, err := Await(file.Call("arrayBuffer"))
	if err != nil {
		return "", err
	}
	bytes := app.Window().Get("Uint8Array").New(buffer)
	content := make([]byte, bytes.Get("length").Int())
	app.CopyBytesToGo(content, bytes)
	in, err := characters(content)
	if err != nil {
		return "", err
	}
	return app.Window().Get("TextDecoder").New(in).Call("decode", buffer).String(), nil
}

// characters tells in which characters a text is written, by their names in browsers.
func characters(content []byte) (string, error) {
	said := string(content)
	switch {
	case strings.HasPrefix(said, "PK\x03\x04"): // a workbook, such as .xlsx
		return "", Rejection("EncodingError")
	case strings.HasPrefix(said, "\xff\xfe"):
		return "utf-16le", nil
	case strings.HasPrefix(said, "\xfe\xff"):
		return "utf-16be", nil
	case utf8.Valid(content):
		return "utf-8", nil
	}
	return "windows-1252", nil
}
