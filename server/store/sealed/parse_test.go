package sealed_test

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/server/store/sealed"
)

func TestParseReadsKeysAndNamesTheBrokenLine(t *testing.T) {
	t.Parallel()
	for _, tt := range []struct {
		name, text string
		want       []string // key ids
		wantError  string
	}{
		{name: "one", text: lineA, want: []string{"a"}},
		{name: "two, comment, blanks, carriage returns", text: "# keys\r\n\r\n  " + lineB + " \r\n" + lineA + "\r\n",
			want: []string{"b", "a"}},
		{name: "a generated line", text: "long_ID-9" + sealed.Generate()[9:], want: []string{"long_ID-9"}},
		{name: "empty", text: "\n# nothing\n", wantError: "sealed: keys: there is no key"},
		{name: "no id", text: "QUFB", wantError: "sealed: keys: line 1: want <key id>:<base64 of 32 bytes>"},
		{name: "bad id", text: lineA + "\nSECRET.b" + lineB,
			wantError: "sealed: keys: line 2: the key id must be 1 to 32 letters, digits, - or _"},
		{name: "empty id", text: lineA[1:],
			wantError: "sealed: keys: line 1: the key id must be 1 to 32 letters, digits, - or _"},
		{name: "long id", text: strings.Repeat("SECRET", 6) + lineA[1:],
			wantError: "sealed: keys: line 1: the key id must be 1 to 32 letters, digits, - or _"},
		{name: "not base64", text: "a:SECRET!", wantError: "sealed: keys: line 1: the key isn't base64"},
		{name: "short", text: "a:U0VDUkVU", wantError: "sealed: keys: line 1: the key has 6 bytes, want 32"},
		{name: "a database", text: lineA +
			"\n# belongs to database ABCDEFGHIJKLMNOPQRSTUVWX23\n# belongs to database ABCDEFGHIJKLMNOPQRSTUVWX23",
			want: []string{"a"}},
		{name: "half a database", text: lineA + "\n# belongs to database ABCDEF\n",
			wantError: "sealed: keys: line 2: the database's id is incomplete: delete the line, and the next start writes it " +
				"anew"},
		{name: "two databases", text: "# belongs to database ABCDEFGHIJKLMNOPQRSTUVWX23\n# belongs to database " +
			"ABCDEFGHIJKLMNOPQRSTUVWX24\n" + lineA, wantError: "sealed: keys: line 2: a second database is named"},
		{name: "twice", text: lineA + "\n\n" + otherA, wantError: "sealed: keys: line 3: the key id is used twice"},
	} {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			r, err := sealed.Parse(strings.NewReader(tt.text))
			if tt.wantError != "" {
				if err == nil || err.Error() != tt.wantError {
					t.Errorf("got error %v, want %s", err, tt.wantError)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if diff := cmp.Diff(tt.want, r.IDs()); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestGeneratedKeysAreDistinctAndUsable(t *testing.T) {
	t.Parallel()
	one, two := sealed.Generate(), sealed.Generate()
	r := ring(t, one, two)
	if len(r.IDs()) != 2 {
		t.Errorf("%v", r)
	}
	s := sealedText(t, r, "x")
	if _, err := ring(t, one).Open(s, at); err != nil {
		t.Error(err)
	}
}
