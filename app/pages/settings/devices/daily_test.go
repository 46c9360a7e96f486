package devices

import (
	"errors"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
)

func TestDailyRequest(t *testing.T) {
	t.Parallel()
	var m dailyModel
	m.take(&api.Summary{Mailer: true, Minute: 480, Address: "ann@shops.example"})
	m.want.Mail, m.want.Code = true, "12345678"
	m.choose("450")
	m.choose("nonsense")
	want := api.SetSummary{Mail: true, Minute: 450, Address: "ann@shops.example", Language: "pt", Was: &m.from}
	if got := m.request("pt"); got != want || m.from != wish(m.set) { // nobody was asked for a code yet
		t.Errorf("%+v", got)
	}
	if m.asksCode() {
		t.Error("a code is asked for before one was sent")
	}

	m.take(&api.Summary{Mailer: true, Mail: true, Minute: 450, Address: "ann@shops.example"})
	m.want.Code = "12345678"
	if want.Code = "12345678"; m.request("pt") != want || !m.asksCode() {
		t.Errorf("%+v", m.request("pt"))
	}
	m.want.Address = "bob@shops.example"
	if m.asksCode() || m.request("pt").Code != "" {
		t.Error("the code of one address is sent with another")
	}
	m.want.Mail = false
	if got := m.request("pt"); got.Address != "ann@shops.example" || got.Code != "" {
		t.Errorf("without e-mail: %+v", got)
	}
	m.take(&api.Summary{Mailer: true, Mail: true, Minute: 450, Address: "ann@shops.example", Proved: true})
	if m.asksCode() {
		t.Error("a code is asked for after it was typed")
	}
}

func TestDailyTimes(t *testing.T) {
	t.Parallel()
	var m dailyModel
	m.take(&api.Summary{Minute: 480})
	if n := len(m.times()); n != 48 {
		t.Errorf("%d times", n)
	}
	m.take(&api.Summary{Minute: 487})
	if n := len(m.times()); n != 49 {
		t.Errorf("%d times with another chosen", n)
	}
}

func TestDailyRefused(t *testing.T) {
	t.Parallel()
	var m dailyModel
	fields := []string{"address", "code", "minute"}
	if m.wrong.Refused(errors.New("offline"), fields...) || m.wrong.Tries != 0 {
		t.Error("a failure of the network is no fault of a field")
	}
	refusal := &api.Error{Status: 422, Code: api.CodeInvalid, Problems: []api.Problem{
		{Path: "address", Code: api.ProblemAddress}, {Path: "code", Code: api.ProblemCode},
		{Path: "minute", Code: api.ProblemMinute},
	}}
	if !m.wrong.Refused(refusal, fields...) || m.wrong.Tries != 1 {
		t.Fatal("not taken")
	}
	for _, field := range []string{fieldAddress, fieldCode, fieldTime} {
		if m.faults().At(field) == "" {
			t.Errorf("nothing at %s", field)
		}
	}
}
