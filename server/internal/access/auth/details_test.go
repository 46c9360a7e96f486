package auth

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/internal/api"
)

func TestCheckOperatorFindsEveryProblem(t *testing.T) {
	t.Parallel()
	one := func(path, code string, args ...any) []api.Problem {
		return []api.Problem{{Path: path, Code: code, Args: args}}
	}
	for _, test := range []struct {
		name                    string
		person, login, password string
		want                    []api.Problem
	}{
		{"good", "Mei Wong", "mei", password, nil},
		{"twelve characters", "Mei Wong", "mei", "kd8fjw03jfla", nil},
		{"twelve characters in another script", "Mei Wong", "mei", "夏天的飯糰配上熱茶真好喝", nil},
		{"eleven", "Mei Wong", "mei", "kd8fjw03jfl", one("password", ProblemTooShort, MinPassword)},
		{"eleven of three bytes", "Mei Wong", "mei", "夏天的飯糰配上熱茶真好", one("password", ProblemTooShort, MinPassword)},
		{"128 of three bytes", "Mei Wong", "mei", strings.Repeat("茶飯", 64), nil},
		{"129", "Mei Wong", "mei", strings.Repeat("x", 129), one("password", ProblemTooLong, MaxPassword)},
		{"common", "Mei Wong", "mei", "qwertyuiop123", one("password", ProblemCommon)},
		{"common in capitals", "Mei Wong", "mei", "Password1234", one("password", ProblemCommon)},
		{"holds the login", "Mei Wong", "manager7", "xx-Manager7-xx-yy", one("password", ProblemNamesYou)},
		{"holds the mailbox", "Mei Wong", "meiw@shop.example", "2026 meiw 2026 meiw", one("password", ProblemNamesYou)},
		{"holds a part of the name", "Mei Wong", "mei", "the-wong-dynasty-99", one("password", ProblemNamesYou)},
		{"a short part may occur", "Mei Wong", "mei", "meike bakes rolls", nil},
		{"login with a colon", "Mei Wong", "demo:owner", password, one("login", ProblemShape)},
		{"login with a space", "Mei Wong", "mei wong", password, one("login", ProblemShape)},
		{"login too long", "Mei Wong", strings.Repeat("m", 65), password, one("login", ProblemTooLong, maxLogin)},
		{"name too long", strings.Repeat("M", 101), "mei", password, one("name", ProblemTooLong, maxName)},
		{"name with a NUL", "Mei\x00", "mei", password, one("name", ProblemShape)},
		{"name that turns what follows", "Mei \u202egnoW", "mei", password, one("name", ProblemShape)},
		{"login that turns what follows", "Mei", "mei\u202e", password, one("login", ProblemShape)},
		{"name that isn't seen", "\u200b", "mei", password, one("name", ProblemRequired)},
		{"nothing", " ", "", "", []api.Problem{
			{Path: "name", Code: ProblemRequired}, {Path: "login", Code: ProblemRequired},
			{Path: "password", Code: ProblemRequired},
		}},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if diff := cmp.Diff(test.want, CheckOperator(test.person, test.login, test.password)); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNormalLoginTrimsAndLowers(t *testing.T) {
	t.Parallel()
	if got := NormalLogin("  Mei.Wong@Shop.Example\t"); got != "mei.wong@shop.example" {
		t.Error(got)
	}
}
