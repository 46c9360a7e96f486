package device

import "testing"

// Bug: a workbook was read as a screen of signs, and UTF-16 of Windows in the hope that the browser knows it.
func TestFilesAreReadInTheirCharacters(t *testing.T) {
	t.Parallel()
	for content, want := range map[string]string{
		"": "utf-8", "F\u00e9rias": "utf-8", "\xef\xbb\xbfa": "utf-8", "F\xe9rias": "windows-1252",
		"\xff\xfe1\x00": "utf-16le", "\xfe\xff\x001": "utf-16be", "PK\x03\x04\x14": "",
	} {
		got, err := characters([]byte(content))
		if got != want || (err == nil) != (want != "") {
			t.Errorf("%q: %q %v", content, got, err)
		}
	}
}
