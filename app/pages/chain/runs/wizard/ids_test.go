package wizard

import (
	"testing"

	"github.com/google/go-cmp/cmp"
)

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
