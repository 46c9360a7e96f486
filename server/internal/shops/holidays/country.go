package holidays

import "strings"

// countries lists the countries whose holidays we have, with their telephone codes.
var countries = []struct{ country, code string }{
	{"AE", "971"}, {"BR", "55"}, {"HK", "852"}, {"KW", "965"}, {"QA", "974"}, {"SA", "966"},
}

// zones maps IANA zone names to these countries. Some devices in Kuwait report Riyadh's zone, so telephone codes come
// first.
var zones = map[string]string{
	"Asia/Hong_Kong": "HK", "Hongkong": "HK", "Asia/Dubai": "AE", "Asia/Riyadh": "SA", "Asia/Kuwait": "KW",
	"Asia/Qatar":        "QA",
	"America/Araguaina": "BR", "America/Bahia": "BR", "America/Belem": "BR", "America/Boa_Vista": "BR",
	"America/Campo_Grande": "BR", "America/Cuiaba": "BR", "America/Eirunepe": "BR", "America/Fortaleza": "BR",
	"America/Maceio": "BR", "America/Manaus": "BR", "America/Noronha": "BR", "America/Porto_Velho": "BR",
	"America/Recife": "BR", "America/Rio_Branco": "BR", "America/Santarem": "BR", "America/Sao_Paulo": "BR",
}

// countryOf is the requested country, else the country of the shop's telephone code, else that of its zone; "" if
// none of them is in the list.
func countryOf(asked, code, zone string) (country, by string) {
	for _, c := range countries {
		if strings.EqualFold(asked, c.country) {
			return c.country, "asked"
		}
	}
	for _, c := range countries {
		if code == c.code {
			return c.country, "phone"
		}
	}
	if c := zones[zone]; c != "" {
		return c, "zone"
	}
	return "", ""
}
