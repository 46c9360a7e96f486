package holidays

import (
	"strconv"
	"time"

	"github.com/rickar/cal/v2"
	"github.com/rickar/cal/v2/br"

	"github.com/shopdesk/shopdesk/internal/api"
)

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
