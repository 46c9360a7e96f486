package photo

import (
	"bytes"
	"image"
	_ "image/jpeg" // the three kinds that the interface names
	_ "image/png"

	_ "golang.org/x/image/webp"

	"github.com/shopdesk/shopdesk/platform/rules"
)

// inspect reads a photo's header. A file whose header and type disagree has no type.
func inspect(body []byte) rules.PictureFacts {
	facts := rules.PictureFacts{Bytes: int64(len(body))}
	kind := rules.PictureType(body)
	config, format, err := image.DecodeConfig(bytes.NewReader(body))
	if err != nil || kind == "" || "image/"+format != kind {
		return facts
	}
	facts.Type, facts.Width, facts.Height = kind, config.Width, config.Height
	return facts
}

// endings are the file endings of our addresses, by media type.
var endings = map[string]string{rules.TypeJPEG: ".jpg", rules.TypePNG: ".png", rules.TypeWebP: ".webp"}
