package platform_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/platform"
)

func TestDecodeStrict(t *testing.T) {
	t.Parallel()
	week := func() any { return new(platform.WeekUpdate) }
	order := func() any { return new(platform.OrderCancel) }
	tests := []struct {
		name, in string
		into     func() any
		want     error // nil: accepted
	}{
		{"a request", `{"shopId":1,"businessHourOfTheWeek":{"mon":[{"startTime":1,"endTime":2}]}}`, week, nil},
		{"embedded members", `{"orderViewId":9007199254740993,"shopId":1,"cancelCode":500001}`, order, nil},
		{"space around it", " {\"shopId\":1}\n", week, nil},
		{"unknown members of a record are kept",
			`{"businessHourOfTheWeek":{"hol":[{"a":1}],"mon":[{"startTime":1,"endTime":2,"x":{"shopId":1}}]}}`, week, nil},
		{"unknown field", `{"shopId":1,"shop":2}`, week, platform.ErrUnknownField},
		{"unknown field beside embedded ones", `{"shopId":1,"orderId":2}`, order, platform.ErrUnknownField},
		{"duplicate", `{"shopId":1,"shopId":2}`, week, platform.ErrDuplicateKey},
		{"duplicate, escaped", `{"shopId":1,"shop\u0049d":2}`, week, platform.ErrDuplicateKey},
		{"duplicate inside", `{"businessHourOfTheWeek":{"mon":[],"mon":[]}}`, week, platform.ErrDuplicateKey},
		{"duplicate deep inside an unknown member", `{"businessHourOfTheWeek":{"hol":{"a":[{"b":1,"b":2}]}}}`, week,
			platform.ErrDuplicateKey},
		{"trailing value", `{"shopId":1}{"shopId":2}`, week, platform.ErrTrailingData},
		{"trailing text", `{"shopId":1}x`, week, platform.ErrTrailingData},
		// encoding/json would take these for shopId, the platform wouldn't.
		{"other case", `{"SHOPID":2}`, week, platform.ErrUnknownField},
		{"other case beside the name", `{"shopId":1,"ShopId":2}`, week, platform.ErrDuplicateKey},
		{"long s", `{"shopId":1,"` + "\u017f" + `hopId":2}`, week, platform.ErrDuplicateKey},
		{"long s alone", `{"` + "\u017f" + `hopId":2}`, week, platform.ErrUnknownField},
		{"other case of an embedded member", `{"ORDERVIEWID":2}`, order, platform.ErrUnknownField},
		{"other case in a record", `{"businessHourOfTheWeek":{"MON":[]}}`, week, platform.ErrUnknownField},
		{"as deep as may be", `{"businessHourOfTheWeek":{"mon":[],"hol":` + strings.Repeat("[", platform.MaxDepth-2) +
			strings.Repeat("]", platform.MaxDepth-2) + `}}`, week, nil},
		{"a list too deep", `{"businessHourOfTheWeek":{"hol":` + strings.Repeat("[", platform.MaxDepth-1) +
			strings.Repeat("]", platform.MaxDepth-1) + `}}`, week, platform.ErrTooDeep},
		{"an object too deep", strings.Repeat(`{"a":`, platform.MaxDepth+1), week, platform.ErrTooDeep},
		{"brackets without end", strings.Repeat("[", 1<<18), week, platform.ErrTooDeep},
		{"other case in a list", `{"businessHourOfTheWeek":{"mon":[{"starttime":1}]}}`, week, platform.ErrUnknownField},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			t.Parallel()
			if err := platform.DecodeStrict([]byte(tt.in), tt.into()); !errors.Is(err, tt.want) {
				t.Errorf("%v, want %v", err, tt.want)
			}
		})
	}
}

func TestDecodeStrictRefusesMalformed(t *testing.T) {
	t.Parallel()
	for _, in := range []string{
		``, ` `, `{`, `{"shopId"`, `{"shopId":`, `{"shopId":1`, `{"shopId":1,}`, `{"shopId":1]`, `[`, `[1`, `nul`,
		`{"shopId":"1"}`, `{"shopId":1.5}`,
		`{"shopId":1e30}`, `{"shopId":9223372036854775808}`, `{"businessHourOfTheWeek":[]}`,
		`{"businessHourOfTheWeek":{"mon":{}}}`, "{\"shopId\":1}\x00", `{1:2}`,
	} {
		err := platform.DecodeStrict([]byte(in), new(platform.WeekUpdate))
		if err == nil || errors.Is(err, platform.ErrUnknownField) || errors.Is(err, platform.ErrDuplicateKey) {
			t.Errorf("%q: %v", in, err)
		}
	}
}

// TestDecodeStrictKnowsTheKelvinSign: encoding/json takes it for a k.
func TestDecodeStrictKnowsTheKelvinSign(t *testing.T) {
	t.Parallel()
	var order platform.Order
	if err := platform.DecodeStrict([]byte(`{"baseOrder":{"remar`+"\u212a"+`":"x"}}`), &order); !errors.Is(err,
		platform.ErrUnknownField) {
		t.Errorf("%v, %+v", err, order)
	}
}

func TestDecodeStrictKeepsCaseInMaps(t *testing.T) {
	t.Parallel()
	var order platform.Order
	const in = `{"baseOrder":{"orderViewId":1,"shopId":1,"status":10},"feeDtl":{"a":{"amount":1},"A":{"amount":2}}}`
	if err := platform.DecodeStrict([]byte(in), &order); err != nil || order.Fees["A"].Amount != 2 ||
		order.Fees["a"].Amount != 1 {
		t.Errorf("%v, %v", order.Fees, err)
	}
	if err := platform.DecodeStrict([]byte(`{"a":{"x":1,"X":2}}`), new(map[string]json.RawMessage)); err != nil {
		t.Error(err)
	}
}
