package photo_test

import (
	"bytes"
	"encoding/binary"
	"hash/crc32"
	"image"
	"net/http"
	"slices"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

const whereabouts = "22.2819N 114.1589E"

// pngChunk is a chunk of a PNG.
func pngChunk(name, content string) []byte {
	chunk := binary.BigEndian.AppendUint32(nil, uint32(len(content)))
	chunk = append(append(chunk, name...), content...)
	return binary.BigEndian.AppendUint32(chunk, crc32.ChecksumIEEE(chunk[4:]))
}

// jpegSegment is a segment of a JPEG.
func jpegSegment(marker byte, content string) []byte {
	return append(binary.BigEndian.AppendUint16([]byte{0xff, marker}, uint16(len(content)+2)), content...)
}

// riffChunk is a chunk of a WebP.
func riffChunk(name, content string) []byte {
	chunk := binary.LittleEndian.AppendUint32([]byte(name), uint32(len(content)))
	chunk = append(chunk, content...)
	return append(chunk, make([]byte, len(content)%2)...)
}

// An uploaded photo loses its place and all trailing bytes, from every client; its pixels stay.
func TestUploadLosesItsPlaceAndTrailingBytes(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	png, jpeg, webp := pngOf(t, 901, 901), jpegOf(t, 1000, 1000), webpOf(1200, 960)
	inPNG := func(chunk []byte) []byte { return slices.Concat(png[:33], chunk, png[33:]) } // after IHDR
	inJPEG := func(segment []byte) []byte { return slices.Concat(jpeg[:2], segment, jpeg[2:]) }
	inWebP := func(chunk []byte) []byte {
		body := append(slices.Clone(webp), chunk...)
		body[20] = 0x0c // the flags of EXIF and XMP
		binary.LittleEndian.PutUint32(body[4:], uint32(len(body)-8))
		return body
	}
	for name, body := range map[string][]byte{
		"png, behind it":     append(slices.Clone(png), whereabouts...),
		"png, EXIF":          inPNG(pngChunk("eXIf", "II*\x00"+whereabouts)),
		"png, text":          inPNG(pngChunk("tEXt", "Comment\x00"+whereabouts)),
		"png, XMP":           inPNG(pngChunk("iTXt", "XML:com.adobe.xmp\x00"+whereabouts)),
		"png, its own":       inPNG(pngChunk("gpSs", whereabouts)),
		"jpeg, behind it":    append(slices.Clone(jpeg), whereabouts...),
		"jpeg, EXIF":         inJPEG(jpegSegment(0xe1, "Exif\x00\x00"+whereabouts)),
		"jpeg, XMP":          inJPEG(jpegSegment(0xe1, "http://ns.adobe.com/xap/1.0/\x00"+whereabouts)),
		"jpeg, IPTC":         inJPEG(jpegSegment(0xed, "Photoshop 3.0\x00"+whereabouts)),
		"jpeg, comment":      inJPEG(jpegSegment(0xfe, whereabouts)),
		"jpeg, thumbnail":    inJPEG(jpegSegment(0xe0, "JFIF\x00\x01\x02\x00\x00\x01\x00\x01\x02\x03"+whereabouts)),
		"jpeg, another one":  inJPEG(jpegSegment(0xe0, "JFXX\x00\x10"+whereabouts)),
		"jpeg, more of them": inJPEG(jpegSegment(0xe2, "MPF\x00"+whereabouts)),
		"jpeg, a phone's":    inJPEG(jpegSegment(0xe5, whereabouts)),
		"webp, behind it":    append(slices.Clone(webp), whereabouts...),
		"webp, EXIF":         inWebP(riffChunk("EXIF", whereabouts+".")),
		"webp, XMP":          inWebP(riffChunk("XMP ", whereabouts)),
		"webp, its own":      inWebP(riffChunk("gpss", whereabouts)),
	} {
		kind := "image/" + name[:bytes.IndexByte([]byte(name), ',')]
		r := f.upload(api.RoleManager, "100001", kind, body)
		if r.status != http.StatusOK {
			t.Errorf("%s: %d %s", name, r.status, r.body)
			continue
		}
		got := f.get(r.photo.URL)
		if got.status != http.StatusOK || bytes.Contains(got.body, []byte(whereabouts)) ||
			r.photo.Bytes != int64(len(got.body)) {
			t.Errorf("%s: served %d, %d bytes: %.200q", name, got.status, len(got.body), got.body)
		}
		if kind == "image/webp" {
			if !bytes.Equal(got.body, webp) {
				t.Errorf("%s: %x", name, got.body)
			}
			continue
		}
		was, _, err := image.Decode(bytes.NewReader(body))
		if err != nil {
			t.Fatal(name, err)
		}
		is, _, err := image.Decode(bytes.NewReader(got.body))
		if err != nil || is.Bounds() != was.Bounds() || is.At(450, 700) != was.At(450, 700) || is.At(1, 1) != was.At(1, 1) {
			t.Errorf("%s: another picture, %v", name, err)
		}
	}
}

// Colour information stays.
func TestUploadKeepsColours(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	png, jpeg := pngOf(t, 901, 901), jpegOf(t, 1000, 1000)
	for kind, body := range map[string][]byte{
		"image/png": slices.Concat(png[:33], pngChunk("gAMA", "\x00\x00\xb1\x8f"), png[33:]),
		"image/jpeg": slices.Concat(jpeg[:2], jpegSegment(0xe2, "ICC_PROFILE\x00\x01\x01profile"),
			jpegSegment(0xee, "Adobe\x00d\x00\x00\x00\x00\x01"), jpeg[2:]),
	} {
		r := f.upload(api.RoleManager, "100001", kind, body)
		if r.status != http.StatusOK {
			t.Fatalf("%s: %d %s", kind, r.status, r.body)
		}
		if got := f.get(r.photo.URL); !bytes.Equal(got.body, body) {
			t.Errorf("%s: %d bytes of %d", kind, len(got.body), len(body))
		}
	}
}

// A truncated photo is refused at every length.
func TestTruncatedUploadIsRefused(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	for kind, body := range map[string][]byte{"image/png": pngOf(t, 901, 901), "image/jpeg": jpegOf(t, 1000, 1000),
		"image/webp": webpOf(1200, 960)} {
		for _, n := range []int{1, 2, 3, 5, 9, 17, 30, len(body) / 2} {
			if r := f.upload(api.RoleManager, "100001", kind,
				body[:max(0, len(body)-n)]); r.status != http.StatusUnprocessableEntity {
				t.Errorf("%s without its last %d bytes: %d %s", kind, n, r.status, r.body)
			}
		}
	}
}
