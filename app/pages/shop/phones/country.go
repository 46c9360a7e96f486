package phones

import (
	"strconv"
	"strings"
	"sync"

	"github.com/maxence-charriere/go-app/v10/pkg/app"
)

// country is how phones of a country are written. Names are the browser's
// (text.Region).
type country struct {
	ID    string // ISO 3166, two letters: "HK"
	Code  string // calling code: "852"
	Trunk string // what stands before the number in the country itself, "" for nothing
	Least int    // digits of its usual numbers, without trunk
	Most  int
	Main  bool // of those that share the code, the one it is taken for
}

// table lists the countries: id, calling code, "*" for Main, "/" and the trunk
// if there is one, ":" and the usual number of digits. A test compares it with
// the metadata that the server judges by.
const table = `
AC247:5 AD376:6-9 AE971/0:8-9 AF93/0:9 AG1/1:10 AI1/1:10 AL355/0:8-9 AM374/0:8 AO244:9 AR54/0:10-11 AS1/1:10
AT43/0:4-13 AU61*/0:9 AW297:7 AX358/0:6-10 AZ994/0:9 BA387/0:8-9 BB1/1:10 BD880/0:6-10 BE32/0:8-9 BF226:8
BG359/0:6-9 BH973:8 BI257:8 BJ229:10 BL590/0:9 BM1/1:10 BN673:7 BO591/0:8 BQ599:7 BR55/0:10-11 BS1/1:10
BT975:7-8 BW267:7-8 BY375/8:9 BZ501:7 CA1/1:10 CC61/0:9 CD243/0:7-10 CF236:8 CG242:9 CH41/0:9 CI225:10 CK682:5
CL56:9 CM237:9 CN86/0:7-11 CO57/0:8-10 CR506:8 CU53/0:6-10 CV238:7 CW599*:7-8 CX61/0:9 CY357:8 CZ420:9
DE49/0:5-15 DJ253:8 DK45:8 DM1/1:10 DO1/1:10 DZ213/0:8-9 EC593/0:8-9 EE372:7-8 EG20/0:8-10 EH212/0:9 ER291/0:7
ES34:9 ET251/0:9 FI358*/0:5-10 FJ679:7 FK500:5 FM691:7 FO298:6 FR33/0:9 GA241:7-8 GB44*/0:9-10 GD1/1:10
GE995/0:9 GF594/0:9 GG44/0:10 GH233/0:9 GI350:8 GL299:6 GM220:7 GN224:8-9 GP590*/0:9 GQ240:9 GR30:10 GT502:8
GU1/1:10 GW245:9 GY592:7 HK852:8 HN504:8 HR385/0:8-9 HT509:8 HU36/06:8-9 ID62/0:7-12 IE353/0:7-10 IL972/0:8-12
IM44/0:10 IN91/0:10 IO246:7 IQ964/0:8-10 IR98/0:6-10 IS354:7-9 IT39*:6-12 JE44/0:10 JM1/1:10 JO962/0:8-9
JP81/0:9-10 KE254/0:7-9 KG996/0:9 KH855/0:8-9 KI686/0:5-8 KM269:7 KN1/1:10 KP850/0:8-10 KR82/0:5-10 KW965:8
KY1/1:10 KZ7/8:10 LA856/0:8-10 LB961/0:7-8 LC1/1:10 LI423/0:7-9 LK94/0:9 LR231/0:7-9 LS266:8 LT370/0:8
LU352:4-11 LV371:8 LY218/0:9 MA212*/0:9 MC377/0:8-9 MD373/0:8 ME382/0:8 MF590/0:9 MG261/0:9 MH692/1:7
MK389/0:8 ML223:8 MM95/0:6-10 MN976/0:8-10 MO853:8 MP1/1:10 MQ596/0:9 MR222:8 MS1/1:10 MT356:8 MU230:7-8
MV960:7 MW265/0:7-9 MX52:10 MY60/0:8-10 MZ258:8-9 NA264/0:8-9 NC687:6 NE227:8 NF672:6 NG234/0:10 NI505:8
NL31/0:9-11 NO47*:8 NP977/0:8-10 NR674:7 NU683:4-7 NZ64/0:8-10 OM968:8 PA507:7-8 PE51/0:8-9 PF689:8 PG675:7-8
PH63/0:6-10 PK92/0:9-10 PL48:7-9 PM508/0:6-9 PR1/1:10 PS970/0:8-9 PT351:9 PW680:7 PY595/0:7-9 QA974:8
RE262*/0:9 RO40/0:6-9 RS381/0:7-12 RU7*/8:10 RW250/0:8-9 SA966/0:9 SB677:5-7 SC248:7 SD249/0:9 SE46/0:7-9
SG65:8 SH290*:4-5 SI386/0:8 SJ47:8 SK421/0:6-9 SL232/0:8 SM378:8-10 SN221:9 SO252/0:6-9 SR597:6-7 SS211/0:9
ST239:7 SV503:8 SX1/1:10 SY963/0:8-9 SZ268:8 TA290:4 TC1/1:10 TD235:8 TG228:8 TH66/0:8-9 TJ992:9 TK690:4-7
TL670:7-8 TM993/8:8 TN216:8 TO676:5-7 TR90/0:10 TT1/1:10 TV688:5-7 TW886/0:8-9 TZ255/0:9 UA380/0:9 UG256/0:9
US1*/1:10 UY598/0:8 UZ998:9 VA39:6-11 VC1/1:10 VE58/0:10 VG1/1:10 VI1/1:10 VN84/0:9-10 VU678:5-7 WF681:6
WS685:5-10 XK383/0:8-12 YE967/0:7-9 YT262/0:9 ZA27/0:5-9 ZM260/0:9 ZW263/0:5-10`

// countries is the table, by id.
var countries = sync.OnceValue(func() []*country {
	rows := strings.Fields(table)
	list := make([]*country, len(rows))
	for i, row := range rows {
		head, size, _ := strings.Cut(row, ":")
		head, trunk, _ := strings.Cut(head, "/")
		code, main := strings.CutSuffix(head[2:], "*")
		least, most, ranged := strings.Cut(size, "-")
		if !ranged {
			most = least
		}
		c := &country{ID: head[:2], Code: code, Trunk: trunk, Main: main}
		c.Least, _ = strconv.Atoi(least)
		c.Most, _ = strconv.Atoi(most)
		list[i] = c
	}
	return list
})

// byID finds a country, nil when there is none.
func byID(id string) *country {
	for _, c := range countries() {
		if c.ID == id {
			return c
		}
	}
	return nil
}

// byCode finds the country that a calling code is taken for, nil when it is
// nobody's.
func byCode(code string) *country {
	var found *country
	for _, c := range countries() {
		if c.Code == code && (found == nil || c.Main) {
			found = c
		}
	}
	return found
}

// longestCode is the number of digits of the longest calling code. No code is
// the beginning of another.
const longestCode = 3

// byPrefix finds the country whose calling code digits start with.
func byPrefix(digits string) *country {
	for n := 1; n <= min(longestCode, len(digits)); n++ {
		if c := byCode(digits[:n]); c != nil {
			return c
		}
	}
	return nil
}

// usual reports whether numbers of the country have that many digits.
func (c *country) usual(digits int) bool { return digits >= c.Least && digits <= c.Most }

// national is the number without the country's trunk, which is dialled only at
// home. A "0" is always one; another digit may be the number's own.
func (c *country) national(digits string) string {
	if c.Trunk == "" {
		return digits
	}
	rest, found := strings.CutPrefix(digits, c.Trunk)
	if !found || c.Trunk != "0" && (c.usual(len(digits)) || !c.usual(len(rest))) {
		return digits
	}
	return rest
}

// flag is the country's flag, as the pair of letters that devices draw one for;
// "" on a device that draws none.
func (c *country) flag() string {
	if !drawsFlags() {
		return ""
	}
	const letterA = '\U0001F1E6'
	return string([]rune{letterA + rune(c.ID[0]-'A'), letterA + rune(c.ID[1]-'A')})
}

// drawsFlags reports whether the device has flags: Windows draws two letters
// in their place, and some Linux two empty boxes. A flag is narrower than its
// two halves.
var drawsFlags = sync.OnceValue(func() bool {
	if app.IsServer {
		return false
	}
	pen := app.Window().Get("document").Call("createElement", "canvas").Call("getContext", "2d")
	if !pen.Truthy() {
		return false
	}
	width := func(text string) float64 { return pen.Call("measureText", text).Get("width").Float() }
	return width("\U0001F1ED\U0001F1F0") < 0.9*(width("\U0001F1ED")+width("\U0001F1F0"))
})
