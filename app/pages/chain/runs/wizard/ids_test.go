package wizard

import (
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/pages/pagetest"
	"github.com/shopdesk/shopdesk/internal/markup"
)

// Bug: shops were lost without a word: any text with a separator beside words was a table, of which each line has one
// shop and the first is a head.
func TestPaste(t *testing.T) {
	t.Parallel()
	ours := func(id int64) bool { return id == 9007199254740993 || id > 100000 && id < 100100 }
	tests := []struct {
		name, in string
		want     pasted
	}{
		{"nothing", " \n", pasted{}},
		{
			"any separators", "100001; 100002,100003 100001\n100004、100005\t100006",
			pasted{Known: []int64{100001, 100002, 100003, 100004, 100005, 100006}},
		},
		{
			"unknown and foreign", "100001\n999999 x\n999999",
			pasted{Known: []int64{100001}, Unknown: []string{"999999"}, Foreign: []string{"x"}},
		},
		{"large numbers stay exact", "9007199254740993", pasted{Known: []int64{9007199254740993}}},
		{"digits of other scripts", "١٠٠٠٠١ １０００02", pasted{Known: []int64{100001, 100002}}},
		{
			"a table with a head", "\uFEFFshop,number,phone\r\n\"Central, 1\",100001,25460101\r\nTin Hau,100007,100002\r\n",
			pasted{Known: []int64{100001, 100007}},
		},
		{
			"a table with a line that has none", "name;number\nCentral;100001\nTin Hau;\n",
			pasted{Known: []int64{100001}, Foreign: []string{"Tin Hau;"}},
		},
		{
			"a table whose lines are numbered", "1,100001,Central\n2,100007,Tin Hau\n3,999999,Gone\n100003,100002,Mong Kok",
			pasted{Known: []int64{100001, 100007, 100002}, Unknown: []string{"999999"}},
		},
		{
			"a cell of two lines", "name,number\n\"Central\nHarbour side, 2\",100001\nTin Hau,100007",
			pasted{Known: []int64{100001, 100007}},
		},
		{
			"a sign of inches", "name,number\nPizza 24\",100001\nTin Hau,100007", pasted{Known: []int64{100001, 100007}},
		},
		{
			"places before their shops", "Central: 100001, 100002, 100003\nKowloon:100004, 100005",
			pasted{Known: []int64{100001, 100002, 100003, 100004, 100005}, Foreign: []string{"Central", "Kowloon"}},
		},
		{
			"a sentence", "Please close 100001, 100002 and 100003",
			pasted{Known: []int64{100001, 100002, 100003}, Foreign: []string{"Please", "close", "and"}},
		},
		{
			"names after their numbers", "100001 Central, Pier 3\n100002 Tin Hau",
			pasted{
				Known: []int64{100001, 100002}, Unknown: []string{"3"},
				Foreign: []string{"Central", "Pier", "Tin", "Hau"},
			},
		},
		{
			"several numbers in a cell", "place,shops\nCentral,\"100001, 100002\"",
			pasted{Known: []int64{100001, 100002}, Foreign: []string{"place", "shops", "Central"}},
		},
		{
			"several columns of shops", "region,a,b,c\nNorth,100001,100002,100003\nSouth,100004,999999",
			pasted{
				Known: []int64{100001, 100002, 100003, 100004}, Unknown: []string{"999999"},
				Foreign: []string{"region", "a", "b", "c", "North", "South"},
			},
		},
		{
			"a first line with a number is no head", "Pier 3, east\nCentral,100001",
			pasted{Known: []int64{100001}, Foreign: []string{"Pier 3, east"}},
		},
		// Bug: rows that a spreadsheet left empty were so many mistakes.
		{
			"empty rows", ",,\nname,number,\nCentral,100001,\n,,\n\"\",;\t\n", pasted{Known: []int64{100001}},
		},
		{"empty rows of a list", "100001,\n,,\n\"\",\"\"", pasted{Known: []int64{100001}}},
		{"neither negative nor zero", "-5, 0, 100001", pasted{Known: []int64{100001}, Foreign: nil}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(tt.want, paste(tt.in, ours)); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
		})
	}
}

// Bug: a text without any shop was taken in green.
func TestPastedTextWithoutAShopWarns(t *testing.T) {
	t.Parallel()
	for tone, found := range map[string]*pasted{`data-tone="ok"`: {Known: []int64{100001}}, `data-tone="warn"`: {}} {
		p := &Page{drafted: drafted{found: found}}
		markup.Holds(t, pagetest.Markup(p.pastedNote()), []string{tone}, nil)
	}
}
