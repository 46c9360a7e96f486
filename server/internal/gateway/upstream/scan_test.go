package upstream

import (
	"bytes"
	"encoding/json"
	"strings"
	"testing"
)

func TestScanCodeFindsTheEnvelopesCode(t *testing.T) {
	t.Parallel()
	for _, test := range []struct {
		in   string
		code int
		ok   bool
	}{
		{`{"code":0,"message":"ok","data":{"code":7}}`, 0, true},
		{` { "data" : [{"code":1}, "}\""], "code" : -42 } `, -42, true},
		{`{"c\u006fde":5}`, 5, true},
		{`{"code":1,"code":2}`, 2, true},
		{`{"message":"\\","code":3}`, 3, true},
		{`{"message":"code\":9","code":3}`, 3, true},
		{`{"code":null}`, 0, false},
		{`{"code":"0"}`, 0, true},
		{`{"code":"-7"}`, -7, true},
		{`{"code":"no"}`, 0, false},
		{`{"code":""}`, 0, false},
		{`{"code":0.0}`, 0, false},
		{`{"code":99999999999999999999}`, 0, false},
		{`{"Code":0}`, 0, false},
		{`{"message":"no code"}`, 0, false},
		{`{"code":0,"data":{"a":1}`, 0, false},
		{`{"code":0,"data":"cut sho`, 0, false},
		{`{"code":0}{"code":1}`, 0, false},
		{`[{"code":0}]`, 0, false},
		{`<html>{"code":0}</html>`, 0, false},
		{`{}`, 0, false},
		{``, 0, false},
	} {
		if code, ok := scanCode([]byte(test.in)); code != test.code && test.ok || ok != test.ok {
			t.Errorf("%s: got %d %v", test.in, code, ok)
		}
	}
}

// FuzzScanCode compares with encoding/json on everything that is JSON.
func FuzzScanCode(f *testing.F) {
	for _, seed := range []string{`{"code":0}`, `{"data":{"code":1},"code":-2}`, `{"c\u006fde":5,"a":[1,"]"]}`,
		`{"code":1e3}`, `{"code":0,}`, `{"":{"":[]},"code":12 }`} {
		f.Add([]byte(seed))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		code, ok := scanCode(text)
		if !json.Valid(text) {
			return // for invalid JSON only the return is tested
		}
		wantCode, wantOK := decodeCode(text)
		if ok != wantOK || ok && code != wantCode {
			t.Errorf("%s: got %d %v, encoding/json %d %v", text, code, ok, wantCode, wantOK)
		}
	})
}

// decodeCode is the slow decoder: all members named code must be integers, and the
// last one counts.
func decodeCode(text []byte) (code int, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(text))
	if start, err := dec.Token(); err != nil || start != json.Delim('{') {
		return 0, false
	}
	for dec.More() {
		name, err := dec.Token()
		if err != nil {
			return 0, false
		}
		var value json.RawMessage
		if err := dec.Decode(&value); err != nil {
			return 0, false
		}
		if name == "code" {
			if len(value) > 2 && value[0] == '"' && strings.Trim(string(value), `"-0123456789`) == "" {
				value = value[1 : len(value)-1]
			}
			if string(value) == "null" || json.Unmarshal(value, &code) != nil {
				return 0, false
			}
			ok = true
		}
	}
	return code, ok
}

// scanShop finds the shop that the platform reads in the body, because the token
// must belong to that shop.
func TestScanShopFindsTheShopThatThePlatformReads(t *testing.T) {
	t.Parallel()
	for text, want := range map[string]int64{
		`{"shopId":100001}`: 100001,
		`{"businessHourOfTheWeek":{"mon":[{"shopId":7}]}, "shopId": 9007199254740993 }`: 9007199254740993,
		`{"shop\u0049d":5}`: 5,
		`{"eventId":1}`:     0,
		`{"shopId":"5"}`:    0,
		``:                  0,
	} {
		if got := scanShop([]byte(text)); got != want {
			t.Errorf("%s: shop %d, want %d", text, got, want)
		}
	}
}
