package platform_test

import (
	"bytes"
	"encoding/json"
	"reflect"
	"slices"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
)

// kept compares what records keep of the members that came, whatever was absent.
var kept = cmp.Comparer(func(a, b platform.Extra) bool {
	members := func(e platform.Extra) (all []string) {
		e.Each(func(name, value string) { all = append(all, name+"="+value) })
		return all
	}
	return slices.Equal(members(a), members(b))
})

// givesBack checks that what was read from in is written as it came: nothing is
// lost, respelt or added.
func givesBack(t *testing.T, in []byte, read any) {
	t.Helper()
	out, err := platform.Write(read)
	if err != nil {
		t.Fatalf("read %s but can't write it: %v", in, err)
	}
	if !json.Valid(out) {
		t.Fatalf("read %s, wrote %s", in, out)
	}
	if lost := missing(plainly(t, in), plainly(t, out)); lost != "" {
		t.Errorf("read  %s\nwrote %s\nwithout %s", in, out, lost)
	}
	if added := missing(plainly(t, out), plainly(t, in)); added != "" {
		t.Errorf("read  %s\nwrote %s\nand added %s", in, out, added)
	}
	again := reflect.New(reflect.TypeOf(read).Elem())
	if err := platform.Read(out, again.Interface()); err != nil {
		t.Fatalf("wrote %s, which can't be read: %v", out, err)
	}
	second, err := platform.Write(again.Interface())
	if err != nil || !bytes.Equal(out, second) {
		t.Errorf("wrote %s, then %s: %s", out, second, cmp.Diff(read, again.Interface()))
	}
}

// plainly reads JSON with a reader that knows nothing of our types; numbers keep
// their spelling.
func plainly(t *testing.T, text []byte) (v any) {
	t.Helper()
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	if err := dec.Decode(&v); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
	return v
}

// missing names what of in isn't in out.
func missing(in, out any) string {
	switch in := in.(type) {
	case map[string]any:
		written, ok := out.(map[string]any)
		if !ok {
			return "the object"
		}
		for name, value := range in {
			there, ok := written[name]
			if !ok {
				return name
			}
			if lost := missing(value, there); lost != "" {
				return name + "." + lost
			}
		}
		return ""
	case []any:
		written, ok := out.([]any)
		if !ok || len(in) != len(written) {
			return "the list"
		}
		for i := range in {
			if lost := missing(in[i], written[i]); lost != "" {
				return "[]." + lost
			}
		}
		return ""
	}
	if reflect.DeepEqual(in, out) {
		return ""
	}
	text, _ := json.Marshal(in)
	return string(text)
}

// TestWritingAfterAChange: a field that was set counts, whatever was kept of it.
func TestWritingAfterAChange(t *testing.T) {
	t.Parallel()
	var week platform.Week
	const in = `{"mon":[{"startTime":"32400","endTime":61200,"id": 7.0 }],"tue":null,"hol":["<x>"]}`
	if err := platform.Read([]byte(in), &week); err != nil {
		t.Fatal(err)
	}
	week.Mon[0].EndTime = 64800
	week.SetDay(platform.Tuesday, []platform.Period{{}})
	request := platform.WeekUpdate{ShopID: 1, Week: &week}
	const want = `{"shopId":1,"businessHourOfTheWeek":{"mon":[{"endTime":64800,"startTime":"32400","id":7.0}],"tue":[{"startTime":0,"endTime":0}],"hol":["<x>"]}}`
	if out, err := platform.Write(request); err != nil || string(out) != want {
		t.Errorf("%s, %v", out, err)
	}
	week.Mon[0].StartTime = 36000
	if out, err := platform.Write(week.Mon); err != nil ||
		string(out) != `[{"startTime":36000,"endTime":64800,"id":7.0}]` {
		t.Errorf("%s, %v", out, err)
	}
	category := platform.Category{}
	if err := platform.Read([]byte(`"Tea"`), &category); err != nil || category.Extra.Whole() != "Tea" {
		t.Errorf("%+v, %v", category, err)
	}
	category.Name = "Noodles"
	if out, err := platform.Write(category); err != nil || string(out) != `{"name":"Noodles"}` {
		t.Errorf("%s, %v", out, err)
	}
	entry := platform.SpecialDate{}
	if err := platform.Read([]byte(`{"endDate":7}`), &entry); err != nil {
		t.Fatal(err)
	}
	entry.BusinessHour = []platform.Period{{}}
	if out, err := platform.Write(entry); err != nil ||
		string(out) != `{"endDate":7,"businessHour":[{"startTime":0,"endTime":0}]}` {
		t.Errorf("%s, %v", out, err)
	}
	order := platform.Order{}
	if err := platform.Read([]byte(`{"orderViewId":6,"status":"NEW"}`), &order); err != nil ||
		order.Extra.Raw("status") != "NEW" {
		t.Errorf("%+v, %v", order, err)
	}
	order.Base.Status = 30
	if out, err := platform.Write(order); err != nil ||
		string(out) != `{"baseOrder":{"orderViewId":6,"shopId":0,"status":30},"orderViewId":6,"status":"NEW"}` {
		t.Errorf("%s, %v", out, err)
	}
}
