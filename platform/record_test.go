package platform_test

import (
	"encoding/json"
	"reflect"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

// records are all types that keep members they don't know.
var records = []any{
	platform.Shop{}, platform.Picture{}, platform.Category{}, platform.Period{},
	platform.Week{Mon: []platform.Period{}}, platform.SpecialDate{}, // a week says something of a day
	platform.Order{}, platform.OrderBase{}, platform.OrderProduct{}, platform.Recipient{}, platform.DeliveryState{},
	platform.RefundState{},
	platform.Fee{}, platform.RefundPreview{}, platform.RefundProduct{}, platform.ChoiceGroup{}, platform.ChoiceSku{},
	platform.AssociatedGroup{}, platform.Promotion{}, platform.Cancellation{}, platform.RefundedProduct{},
	platform.OrderEvent{}, platform.HoursEvent{}, platform.StatusEvent{}, platform.BindingEvent{},
	platform.BindingResult{}, platform.Token{},
}

func TestRecordsKeepUnknownMembers(t *testing.T) {
	t.Parallel()
	const unknown = `"zz":{"a":[1,9007199254740993],"b":"<é>"},"yy":null,"big":12345678901234567890.123`
	for _, record := range records {
		kind := reflect.TypeOf(record)
		t.Run(kind.Name(), func(t *testing.T) {
			t.Parallel()
			known, err := json.Marshal(record)
			if err != nil {
				t.Fatal(err)
			}
			in := strings.TrimSuffix(string(known), "}")
			if in != "{" {
				in += ","
			}
			in += unknown + "}"
			v := reflect.New(kind)
			if err := json.Unmarshal([]byte(in), v.Interface()); err != nil {
				t.Fatal(err)
			}
			if got := v.Elem().FieldByName("Extra").String(); got != unknown {
				t.Errorf("kept %s", got)
			}
			// Not json.Marshal, which may respell what it is given.
			out, err := v.Interface().(json.Marshaler).MarshalJSON()
			if err != nil {
				t.Fatal(err)
			}
			if string(out) != in {
				t.Errorf("read %s\nwrote %s", in, out)
			}
			again := reflect.New(kind)
			if err := json.Unmarshal(out, again.Interface()); err != nil ||
				!reflect.DeepEqual(v.Interface(), again.Interface()) {
				t.Errorf("a second reading differs: %v", err)
			}
		})
	}
}

// TestEveryRecordIsTested finds the types with an Extra through the catalogue.
func TestEveryRecordIsTested(t *testing.T) {
	t.Parallel()
	tested := map[string]bool{}
	for _, record := range records {
		tested[reflect.TypeOf(record).Name()] = true
	}
	seen := map[reflect.Type]bool{}
	var visit func(reflect.Type)
	visit = func(kind reflect.Type) {
		for kind.Kind() == reflect.Pointer || kind.Kind() == reflect.Slice || kind.Kind() == reflect.Map {
			kind = kind.Elem()
		}
		if kind.Kind() != reflect.Struct || seen[kind] {
			return
		}
		seen[kind] = true
		if _, keeps := kind.FieldByName("Extra"); keeps && !tested[kind.Name()] {
			t.Errorf("%s isn't among the records", kind.Name())
		}
		for i := range kind.NumField() {
			visit(kind.Field(i).Type)
		}
	}
	for _, e := range platform.Endpoints() {
		visit(reflect.TypeOf(e.NewRequest()))
		visit(reflect.TypeOf(e.NewData()))
	}
	if len(seen) < 20 {
		t.Errorf("visited only %d types", len(seen))
	}
}

func TestShopKeepsElementsOfOtherShapes(t *testing.T) {
	t.Parallel()
	const in = `{"shopId":9007199254740993,"mainPictures":["https://img.example.com/a.jpg",{"pictureUrl":"https://img.example.com/b.jpg","status":7,"note":1},{"url":"x"},null],` +
		`"primaryCategoryList":["Noodles",{"id":9007199254740995,"name":"Tea","icon":"t"}],"supportCategoryList":null,` +
		`"phones":["852-12345678",{"areaCode":"852","number":9007199254740993},85212345678,null],"status":99,"deliveryRestStatus":5}`
	var shop platform.Shop
	if err := json.Unmarshal([]byte(in), &shop); err != nil {
		t.Fatal(err)
	}
	want := platform.Shop{
		ShopID: 9007199254740993,
		MainPictures: []platform.Picture{
			{URL: "https://img.example.com/a.jpg", Extra: `="https://img.example.com/a.jpg"`},
			{URL: "https://img.example.com/b.jpg", Status: 7, Extra: `"note":1`},
			{Extra: `"url":"x"`},
			{Extra: "=null"},
		},
		PrimaryCategories: []platform.Category{{Name: "Noodles", Extra: `="Noodles"`},
			{ID: 9007199254740995, Name: "Tea", Extra: `"icon":"t"`}},
		Phones: []platform.Phone{
			{Number: "852-12345678"}, {Raw: `{"areaCode":"852","number":9007199254740993}`}, {Raw: "85212345678"}, {Raw: "null"},
		},
		Status: 99, DeliveryRest: 5,
	}
	if diff := cmp.Diff(want, shop, kept); diff != "" {
		t.Error(diff)
	}
	phones, err := json.Marshal(shop.Phones)
	if err != nil || string(phones) != `["852-12345678",{"areaCode":"852","number":9007199254740993},85212345678,null]` {
		t.Errorf("%s, %v", phones, err)
	}
	if text := shop.Phones[1].String() +
		shop.Phones[0].String(); text != `{"areaCode":"852","number":9007199254740993}852-12345678` {
		t.Error(text)
	}
	again := platform.Shop{}
	out, err := json.Marshal(shop)
	if err != nil {
		t.Fatal(err)
	}
	if err := json.Unmarshal(out, &again); err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(shop, again, cmp.FilterPath(func(p cmp.Path) bool {
		return p.Last().String() == ".SupportCategories"
	}, cmp.Ignore())); diff != "" {
		t.Error(diff)
	}
}

func TestUnknownCodesAreShownByNumber(t *testing.T) {
	t.Parallel()
	tests := []struct{ got, want string }{
		{platform.ShopStatus(3).String(), "Operating"},
		{platform.ShopStatus(4).String(), "Suspended"},
		{platform.ShopStatus(99).String(), "Status 99"},
		{platform.ShopStatus(-1).String(), "Status -1"},
		{platform.RestStatus(0).String(), "Status 0"},
		{platform.PictureStatus(2).String(), "In review"},
		{platform.PictureStatus(0).String(), "Status 0"},
		{platform.OrderStatus(30).String(), "Accepted"},
		{platform.OrderStatus(50).String(), "Cancelled"},
		{platform.OrderStatus(31).String(), "Status 31"},
	}
	for _, tt := range tests {
		if tt.got != tt.want {
			t.Errorf("%q, want %q", tt.got, tt.want)
		}
	}
}

func TestPeriodTellsAbsentFromMidnight(t *testing.T) {
	t.Parallel()
	tests := []struct {
		in   string
		want platform.Period
		out  string
	}{
		{`{"startTime":0,"endTime":0}`, platform.Period{}, `{"startTime":0,"endTime":0}`},
		{`{"startTime":3600}`, platform.Period{StartTime: 3600, EndTime: platform.NoTime}, `{"startTime":3600}`},
		{`{"endTime":3600,"startTime":null}`, platform.Period{StartTime: platform.NoTime, EndTime: 3600,
			Extra: `"startTime":null`}, `{"endTime":3600,"startTime":null}`},
		{`{"x":1}`, platform.Period{StartTime: platform.NoTime, EndTime: platform.NoTime, Extra: `"x":1`}, `{"x":1}`},
	}
	for _, tt := range tests {
		var got platform.Period
		if err := json.Unmarshal([]byte(tt.in), &got); err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(tt.want, got); diff != "" {
			t.Errorf("%s: %s", tt.in, diff)
		}
		if out, err := json.Marshal(got); err != nil || string(out) != tt.out {
			t.Errorf("%s is written %s, %v", tt.in, out, err)
		}
	}
	var list []platform.Period
	if err := json.Unmarshal([]byte(`[null]`), &list); err != nil || list[0].StartTime != platform.NoTime ||
		list[0].Closed() {
		t.Errorf("null reads as %v, %v", list, err)
	}
}

func TestWeekTellsAbsentFromEmpty(t *testing.T) {
	t.Parallel()
	var week platform.Week
	const in = `{"tue":[],"mon":[{"endTime":86400,"startTime":0}],"wed":null,"hol":[1]}`
	if err := json.Unmarshal([]byte(in), &week); err != nil {
		t.Fatal(err)
	}
	want := platform.Week{Mon: []platform.Period{{EndTime: 86400}}, Tue: []platform.Period{},
		Extra: `"wed":null,"hol":[1]`}
	if diff := cmp.Diff(want, week); diff != "" {
		t.Error(diff)
	}
	out, err := json.Marshal(week)
	if err != nil || string(out) != `{"mon":[{"startTime":0,"endTime":86400}],"tue":[],"wed":null,"hol":[1]}` {
		t.Errorf("%s, %v", out, err)
	}
}

func TestWeekDays(t *testing.T) {
	t.Parallel()
	var week platform.Week
	for i, day := range platform.Days() {
		if int(day) != i || day.Next().Previous() != day || day.Next() != platform.Day((i+1)%7) {
			t.Errorf("%d: %v", i, day)
		}
		week.SetDay(day, []platform.Period{{StartTime: i}})
	}
	if platform.Monday.Key() != "mon" || platform.Sunday.Key() != "sun" || week.Sun[0].StartTime != 6 ||
		week.Day(platform.Tuesday)[0].StartTime != 1 {
		t.Errorf("%+v", week)
	}
}

func TestSpecialUpdateTellsAbsentFromNull(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]string{
		`{"shopId":1}`: `{"shopId":1,"specialBusinessHour":null}`,
		`{"shopId":1,"specialBusinessHour":null}`:  `{"shopId":1,"specialBusinessHour":[]}`,
		`{"shopId":1,"specialBusinessHour": null}`: `{"shopId":1,"specialBusinessHour":[]}`,
		`{"shopId":1,"specialBusinessHour":[]}`:    `{"shopId":1,"specialBusinessHour":[]}`,
	} {
		var update platform.SpecialUpdate
		if err := platform.DecodeStrict([]byte(in), &update); err != nil {
			t.Fatal(err)
		}
		if out, err := json.Marshal(update); err != nil || string(out) != want {
			t.Errorf("%s became %s, %v", in, out, err)
		}
	}
}

// TestIDsAreExact sends ids that a float would round through every request
// and answer of the catalogue.
func TestIDsAreExact(t *testing.T) {
	t.Parallel()
	const big = 9007199254740993 // 2^53 + 1
	for _, e := range platform.Endpoints() {
		for _, v := range []any{e.NewRequest(), e.NewData()} {
			setIDs(reflect.ValueOf(v).Elem(), big)
			data, err := json.Marshal(v)
			if err != nil {
				t.Fatal(err)
			}
			back := reflect.New(reflect.TypeOf(v).Elem())
			if err := json.Unmarshal(data, back.Interface()); err != nil {
				t.Fatalf("%s: %v", e.Name, err)
			}
			if again, err := json.Marshal(back.Interface()); err != nil || string(again) != string(data) {
				t.Errorf("%s: %s became %s", e.Name, data, again)
			}
			if strings.Contains(string(data), "9007199254740992") {
				t.Errorf("%s: %s", e.Name, data)
			}
		}
	}
}

// setIDs puts id into every int64, and an element into every list.
func setIDs(v reflect.Value, id int64) {
	if v.Kind() == reflect.Int64 {
		v.SetInt(id)
	}
	if v.Kind() == reflect.Pointer {
		v.Set(reflect.New(v.Type().Elem()))
		setIDs(v.Elem(), id)
	}
	if v.Kind() == reflect.Slice {
		v.Set(reflect.MakeSlice(v.Type(), 1, 1))
		setIDs(v.Index(0), id)
	}
	if v.Kind() == reflect.Struct {
		for i := range v.NumField() {
			setIDs(v.Field(i), id)
		}
	}
}

// A price without an amount isn't known, and none is written. Before, `{"total":4800,"currency":"HKD"}` was a known
// price of 0, and the refund could be confirmed.
func TestPriceWithoutAnAmountIsUnknown(t *testing.T) {
	t.Parallel()
	for in, want := range map[string]struct {
		known  bool
		amount int64
		lacks  bool // amount on the way back
	}{
		`{"total":4800,"currency":"HKD"}`:                          {lacks: true},
		`{"amount":null,"currency":"HKD"}`:                         {},
		`{"amount":"a lot","currency":"HKD"}`:                      {},
		`{}`:                                                       {lacks: true},
		`{"amountStr":"HKD 48.00"}`:                                {true, 4800, true},
		`{"amountStr":"HKD 0.00","currency":"HKD"}`:                {true, 0, true},
		`{"amount":0,"currency":"HKD"}`:                            {known: true},
		`{"amount":"0","currency":"HKD"}`:                          {known: true},
		`{"amount":"48.00","currency":"HKD"}`:                      {true, 4800, false},
		`{"amount":4800,"currency":"HKD","amountStr":"HKD 48.00"}`: {true, 4800, false},
		`4800`: {true, 4800, true},
	} {
		var fee platform.Fee
		if err := platform.Read([]byte(in), &fee); err != nil || fee.Known() != want.known || fee.Amount != want.amount {
			t.Errorf("%s: %+v, known %v, %v", in, fee, fee.Known(), err)
		}
		out, err := platform.Write(fee)
		if err != nil || strings.Contains(string(out), `"amount":`) == want.lacks {
			t.Errorf("%s: is written %s, %v", in, out, err)
		}
	}
	fee := platform.NewFee(0, "HKD")
	if out, err := platform.Write(fee); err != nil || !fee.Known() || !strings.Contains(string(out), `"amount":0`) {
		t.Errorf("a price of 0 is written %s, %v", out, err)
	}
	if err := platform.Read([]byte(`{"amountStr":"HKD 48.00"}`), &fee); err != nil {
		t.Fatal(err)
	}
	fee.Amount = 4900
	if out, err := platform.Write(fee); err != nil || !strings.Contains(string(out), `"amount":4900`) {
		t.Errorf("an amount that was set is written %s, %v", out, err)
	}
}
