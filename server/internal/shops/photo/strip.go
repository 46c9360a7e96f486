package photo

import (
	"bytes"
	"encoding/binary"
	"errors"
	"strings"

	"github.com/shopdesk/shopdesk/platform/rules"
)

var errContainer = errors.New("photo: the parts of the file don't add up")

// strip removes the parts of a file that aren't needed to show the photo: place and author (EXIF, XMP, IPTC),
// comments, thumbnails of the uncut photo, and trailing bytes. Pixels and colours stay as received. A camera's
// orientation note goes as well: the console turns photos before it sends them.
func strip(kind string, body []byte) ([]byte, error) {
	switch kind {
	case rules.TypeJPEG:
		return stripJPEG(body)
	case rules.TypePNG:
		return stripPNG(body)
	case rules.TypeWebP:
		return stripWebP(body)
	}
	return nil, errContainer
}

// pngKept are the chunks that affect the look of the photo.
const pngKept = "IHDR PLTE IDAT IEND tRNS gAMA cHRM sRGB iCCP sBIT pHYs cICP"

func stripPNG(body []byte) ([]byte, error) {
	const signature, frame = 8, 12 // a chunk's length, name and checksum
	if len(body) < signature {
		return nil, errContainer
	}
	kept, rest := bytes.Clone(body[:signature]), body[signature:]
	for len(rest) >= frame {
		size := uint64(binary.BigEndian.Uint32(rest)) + frame
		if size > uint64(len(rest)) {
			break
		}
		name := string(rest[4:8])
		if strings.Contains(pngKept, name) && !strings.Contains(name, " ") {
			kept = append(kept, rest[:size]...)
		}
		if name == "IEND" {
			return kept, nil
		}
		rest = rest[size:]
	}
	return nil, errContainer
}

// Markers of a JPEG.
const (
	jpegAPP0, jpegAPP2, jpegAPP14, jpegAPP15 = 0xe0, 0xe2, 0xee, 0xef
	jpegEnd, jpegScan, jpegComment           = 0xd9, 0xda, 0xfe
)

func stripJPEG(body []byte) ([]byte, error) {
	if len(body) < 2 {
		return nil, errContainer
	}
	kept, rest := bytes.Clone(body[:2]), body[2:]
	for len(rest) >= 2 && rest[0] == 0xff {
		marker := rest[1]
		switch {
		case marker == 0xff: // fill
			rest = rest[1:]
			continue
		case marker == jpegEnd:
			return append(kept, rest[:2]...), nil
		case len(rest) < 4:
			return nil, errContainer
		}
		size := 2 + int(binary.BigEndian.Uint16(rest[2:]))
		if size < 4 || size > len(rest) {
			return nil, errContainer
		}
		segment := rest[:size]
		rest = rest[size:]
		kept = append(kept, jpegKept(marker, segment)...)
		if marker == jpegScan {
			size = scanned(rest)
			kept, rest = append(kept, rest[:size]...), rest[size:]
		}
	}
	return nil, errContainer
}

// jpegKept returns the part of a segment to keep.
func jpegKept(marker byte, segment []byte) []byte {
	said := segment[4:]
	switch {
	case marker == jpegComment:
		return nil
	case marker == jpegAPP0: // without its thumbnail
		const jfif = 14
		if len(said) < jfif || string(said[:5]) != "JFIF\x00" {
			return nil
		}
		short := append([]byte{0xff, jpegAPP0, 0, jfif + 2}, said[:jfif]...)
		short[len(short)-2], short[len(short)-1] = 0, 0
		return short
	case marker == jpegAPP2 && bytes.HasPrefix(said, []byte("ICC_PROFILE\x00")), marker == jpegAPP14:
		return segment
	case marker >= jpegAPP0 && marker <= jpegAPP15:
		return nil
	}
	return segment
}

// scanned is the length of a scan's data: up to a marker that isn't part of the data.
func scanned(data []byte) int {
	for i := 0; i+1 < len(data); i++ {
		if next := data[i+1]; data[i] == 0xff && next != 0 && (next < 0xd0 || next > 0xd7) {
			return i
		}
	}
	return len(data)
}

// webpKept are the chunks that affect the look of the photo.
const webpKept = "VP8X|VP8 |VP8L|ALPH|ICCP|ANIM|ANMF"

func stripWebP(body []byte) ([]byte, error) {
	const head, frame = 12, 8
	if len(body) < head {
		return nil, errContainer
	}
	end := uint64(binary.LittleEndian.Uint32(body[4:])) + 8
	if end > uint64(len(body)) || end < head {
		return nil, errContainer
	}
	kept, rest := bytes.Clone(body[:head]), body[head:end]
	for len(rest) > 0 {
		if len(rest) < frame {
			return nil, errContainer
		}
		size := uint64(binary.LittleEndian.Uint32(rest[4:])) + frame
		size += size % 2
		if size > uint64(len(rest)) {
			return nil, errContainer
		}
		if name := string(rest[:4]); strings.Contains(webpKept, name) && !strings.Contains(name, "|") {
			at := len(kept)
			kept = append(kept, rest[:size]...)
			if name == "VP8X" && size > frame {
				kept[at+frame] &^= 0x0c // clears the flags of EXIF and XMP
			}
		}
		rest = rest[size:]
	}
	binary.LittleEndian.PutUint32(kept[4:], uint32(len(kept)-8)) //nolint:gosec // not longer than before
	return kept, nil
}
