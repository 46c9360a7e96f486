package doctor

import (
	"cmp"
	"encoding/json"
	"reflect"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/server/internal/gateway/sight"
)

// inspect notes how a record, which came by from, compares with what we know.
func (d *Doctor) inspect(from string, value any, types ...reflect.Type) {
	sight.Look(value, func(s sight.Sight) {
		name := map[sight.What]string{sight.ID: "number-ids", sight.Shape: "shapes", sight.Member: "members"}[s.What]
		where := from + ": " + cmp.Or(s.Path, "the record")
		if s.What == sight.Member {
			where += " (" + s.Seen + ")"
		} else {
			where += " is " + s.Seen
		}
		if s.What == sight.Code {
			name = codeCheck(s.Type)
		}
		if s.Known {
			d.holds(name, "")
			return
		}
		setting := "none needed"
		if s.What == sight.Shape {
			setting = ""
		}
		d.differs(name, where, setting)
	}, types...)
}

// codeCheck names the assumption about the codes of a type.
func codeCheck(t reflect.Type) string {
	switch t {
	case reflect.TypeFor[platform.ShopStatus]():
		return "shop-status"
	case reflect.TypeFor[platform.PictureStatus]():
		return "picture-status"
	}
	return "order-codes"
}

// member is a member of an object, or the zero value if it is of another type.
func member[T any](object any, name string) T {
	record, _ := object.(map[string]any)
	found, _ := record[name].(T)
	return found
}

// span is two members that are numbers.
func span(object any, from, to string) (start, end int64, ok bool) {
	start, starts := number(object, from)
	end, ends := number(object, to)
	return start, end, starts && ends
}

// number is a member that is a number, or a text that reads as one.
func number(object any, name string) (n int64, ok bool) {
	switch value := member[any](object, name).(type) {
	case json.Number:
		n, err := value.Int64()
		return n, err == nil
	case string:
		n, err := json.Number(value).Int64()
		return n, err == nil
	}
	return 0, false
}
