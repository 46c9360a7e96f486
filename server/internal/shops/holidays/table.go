package holidays

import (
	_ "embed"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/br"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/platform/rules"
)

//go:embed holidays.tsv
var holidaysTSV string

// row is one holiday of the table.
type row struct {
	country string
	holiday api.Holiday
}

// langs are the languages of the local names.
var langs = map[string]string{"HK": "zh-Hant", "AE": "ar", "SA": "ar", "KW": "ar", "QA": "ar", "BR": "pt"}

// readTable reads lines of country, key, first day, last day, basis, English and local name, separated by tabs. An
// empty last day means the first day.
func readTable(text string) ([]row, error) {
	var rows []row
	for i, line := range strings.Split(text, "\n") {
		if line == "" || strings.HasPrefix(line, "#") {
			continue
		}
		f := strings.Split(line, "\t")
		if len(f) != 7 {
			return nil, fmt.Errorf("holidays: holidays.tsv:%d: %d fields, want 7", i+1, len(f))
		}
		if f[3] == "" {
			f[3] = f[2]
		}
		first, okFirst := rules.ParseDate(f[2])
		last, okLast := rules.ParseDate(f[3])
		if !okFirst || !okLast || last.Before(first) {
			return nil, fmt.Errorf("holidays: holidays.tsv:%d: no dates: %s %s", i+1, f[2], f[3])
		}
		rows = append(rows, row{country: f[0], holiday: api.Holiday{
			ID: strings.ToLower(f[0]) + "/" + f[2][:4] + "/" + f[1], First: f[2], Last: f[3],
			Basis: f[4], Name: f[5], Local: f[6], Lang: langs[f[0]],
		}})
	}
	return rows, nil
}

// brazilian are Brazil's holidays with a lasting key and an English name. Carnival and Corpus Christi are optional by
// law, and kept nearly everywhere.
var brazilian = []struct {
	holiday *cal.Holiday
	key     string
	name    string
}{
	{br.AnoNovo, "new-year", "New Year's Day"},
	{br.Carnaval, "carnival", "Carnival"},
	{br.SextaFeiraSanta, "good-friday", "Good Friday"},
	{br.Tiradentes, "tiradentes", "Tiradentes"},
	{br.Trabalhador, "labour", "Labour Day"},
	{br.CorpusChristi, "corpus-christi", "Corpus Christi"},
	{br.Independencia, "independence", "Independence Day"},
	{br.NossaSenhoraAparecida, "aparecida", "Our Lady of Aparecida"},
	{br.Finados, "all-souls", "All Souls' Day"},
	{br.Republica, "republic", "Republic Day"},
	{br.ConscienciaNegra, "consciousness", "Black Awareness Day"},
	{br.Natal, "christmas", "Christmas Day"},
}

// brazil computes a year's holidays.
func brazil(year int) []api.Holiday {
	var list []api.Holiday
	for _, h := range brazilian {
		day, _ := h.holiday.Calc(year)
		if day.IsZero() {
			continue
		}
		date := day.Format(time.DateOnly)
		list = append(list, api.Holiday{
			ID: "br/" + strconv.Itoa(year) + "/" + h.key, First: date, Last: date,
			Name: h.name, Local: h.holiday.Name, Lang: langs["BR"], Basis: api.BasisFixed,
		})
	}
	return list
}
