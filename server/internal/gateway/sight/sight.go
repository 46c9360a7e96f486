// Package sight compares JSON of the platform with what package platform knows of
// it: members, their kinds, and codes. It tells names, kinds and codes, never
// another value, so that what it says holds nothing of a customer.
//
// It imports platform alone.
package sight

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"sync"

	"github.com/shopdesk/shopdesk/platform"
)

// What is what was looked at.
type What string

// What there is to see.
const (
	ID     What = "id"     // an id is a number
	Shape  What = "shape"  // a member is of the kind that we expect
	Member What = "member" // a member is known
	Code   What = "code"   // a code has a meaning
	Number What = "number" // a code of which no value is documented
)

// Sight is something that was seen.
type Sight struct {
	What  What
	Path  string       // of the member, as in "products[].id"; "" for the record itself
	Seen  string       // the kind of the value; of a Code its number; of a code in words also the word
	Code  string       // a code as the platform writes it, a number or a word; "" for what is none
	Type  reflect.Type // of a Code
	Known bool         // it is as package platform has it
}

// Types are what the data of an answer to path is read as. An order's own facts may
// stand at its top. It is nil for a path whose answers have none.
func Types(path string) []reflect.Type {
	endpoint, ok := platform.EndpointAt(path)
	if !ok {
		return nil
	}
	switch t := reflect.TypeOf(endpoint.NewData()).Elem(); t {
	case reflect.TypeFor[platform.Empty](), reflect.TypeFor[platform.Token]():
		return nil
	case reflect.TypeFor[platform.Order]():
		return []reflect.Type{t, reflect.TypeFor[platform.OrderBase]()}
	default:
		return []reflect.Type{t}
	}
}

// Look tells of a decoded value, and of all inside it. Of several types the first
// that knows a member tells about the member.
func Look(value any, tell func(Sight), types ...reflect.Type) {
	looker{tell: tell}.look(value, "", types)
}

// Numbers tells of the codes in a decoded value of which no value is documented. Type
// is that of a rest status, nil for other codes.
func Numbers(value any, tell func(Sight), types ...reflect.Type) {
	looker{tell: func(Sight) {}, number: tell}.look(value, "", types)
}

type looker struct {
	tell   func(Sight)
	number func(Sight) // nil: not told
}

func (l looker) look(value any, path string, types []reflect.Type) {
	t := types[0]
	if t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if t == reflect.TypeFor[platform.Phone]() { // reads and writes itself
		t = reflect.TypeFor[string]()
	}
	if value == nil {
		return
	}
	if name := path[strings.LastIndex(path, ".")+1:]; name == "id" || strings.HasSuffix(name, "Id") {
		l.tell(Sight{What: ID, Path: path, Seen: Kind(value), Known: Kind(value) == number})
		return
	}
	fits := Kind(value) == wanted(t)
	shape := Sight{What: Shape, Path: path, Seen: Kind(value), Known: fits}
	coded := codes[t] || t == reflect.TypeFor[platform.RestStatus]() || undocumented[path]
	if word, ok := value.(string); ok && !fits && coded && IsCode(word) {
		shape.Seen, shape.Code, shape.Type = shape.Seen+": "+word, word, t
	}
	l.tell(shape)
	if !fits {
		return
	}
	switch value := value.(type) {
	case json.Number:
		l.code(value, path, t)
	case []any:
		for _, element := range value {
			l.look(element, path+"[]", []reflect.Type{t.Elem()})
		}
	case map[string]any:
		if t.Kind() == reflect.Map {
			for _, name := range slices.Sorted(maps.Keys(value)) {
				l.look(value[name], joined(path, name), []reflect.Type{t.Elem()})
			}
			return
		}
		l.record(value, path, append([]reflect.Type{t}, types[1:]...))
	}
}

func (l looker) record(value map[string]any, path string, types []reflect.Type) {
	for _, name := range slices.Sorted(maps.Keys(value)) {
		at := slices.IndexFunc(types, func(one reflect.Type) bool { return members(one)[name] != nil })
		l.tell(Sight{What: Member, Path: joined(path, name), Seen: Kind(value[name]), Known: at >= 0})
		if at >= 0 {
			l.look(value[name], joined(path, name), []reflect.Type{members(types[at])[name]})
		}
	}
}

var memberTypes sync.Map // reflect.Type → map[string]reflect.Type

// members are what a record of that type knows, by name.
func members(t reflect.Type) map[string]reflect.Type {
	if known, ok := memberTypes.Load(t); ok {
		return known.(map[string]reflect.Type)
	}
	known := map[string]reflect.Type{}
	for i := range t.NumField() {
		f := t.Field(i)
		if name, _, _ := strings.Cut(f.Tag.Get("json"), ","); name != "" && name != "-" {
			known[name] = f.Type
		}
	}
	memberTypes.Store(t, known)
	return known
}

// Message returns what the message of an event is read as, nil for an event that
// isn't known.
func Message(event platform.Event) []reflect.Type {
	switch {
	case event == platform.EventOrderPlaced: // may carry the order's record
		return []reflect.Type{reflect.TypeFor[platform.OrderEvent](), reflect.TypeFor[platform.Order](),
			reflect.TypeFor[platform.OrderBase]()}
	case event.OfOrder():
		return []reflect.Type{reflect.TypeFor[platform.OrderEvent]()}
	case event == platform.EventHoursChanged:
		return []reflect.Type{reflect.TypeFor[platform.HoursEvent]()}
	case event == platform.EventStatusChanged:
		return []reflect.Type{reflect.TypeFor[platform.StatusEvent]()}
	case event == platform.EventPictureBinding:
		return []reflect.Type{reflect.TypeFor[platform.BindingEvent]()}
	}
	return nil
}

// undocumented are the codes of a refund's preview that have no type of their own.
var undocumented = map[string]bool{
	"products[].refundType": true, "promotionInfoList[].type": true,
	"products[].associatedChoiceGroupList[].status":      true,
	"products[].associatedChoiceGroupList[].auditStatus": true,
}

// codes are the types of numbers that mean something. No value of a rest status is
// documented: none could be unknown.
var codes = map[reflect.Type]bool{
	reflect.TypeFor[platform.ShopStatus]():      true,
	reflect.TypeFor[platform.PictureStatus]():   true,
	reflect.TypeFor[platform.OrderStatus]():     true,
	reflect.TypeFor[platform.LogisticsStatus](): true,
	reflect.TypeFor[platform.DeliveryType]():    true,
	reflect.TypeFor[platform.RefundStatus]():    true,
	reflect.TypeFor[platform.OpType]():          true,
}

// IsCode reports whether a text is short and plain enough for a code: "20", "IN_REVIEW".
func IsCode(text string) bool { return codeWord.MatchString(text) }

var codeWord = regexp.MustCompile(`^[A-Za-z0-9_-]{1,40}$`)

func (l looker) code(number json.Number, path string, t reflect.Type) {
	n, err := number.Int64()
	if rests := t == reflect.TypeFor[platform.RestStatus](); l.number != nil && err == nil &&
		(rests || undocumented[path]) {
		one := Sight{What: Number, Path: path, Seen: number.String(), Code: number.String(), Known: true}
		if rests {
			one.Type = t
		}
		l.number(one)
	}
	if !codes[t] || err != nil {
		return
	}
	value := reflect.New(t).Elem()
	value.SetInt(n)
	named := !strings.HasSuffix(fmt.Sprint(value.Interface()), " "+number.String()) // "Status 7" has no name
	l.tell(Sight{What: Code, Path: path, Seen: number.String(), Code: number.String(), Type: t, Known: named})
}

// number is the kind of numbers.
const number = "a number"

// wanted is the kind of JSON that a type is written as.
func wanted(t reflect.Type) string {
	kinds := map[reflect.Kind]string{
		reflect.String: "a text", reflect.Bool: "true or false", reflect.Slice: "a list", reflect.Struct: "an object",
		reflect.Map: "an object",
	}
	if kind, ok := kinds[t.Kind()]; ok {
		return kind
	}
	return number
}

func joined(path, name string) string {
	if path == "" {
		return name
	}
	return path + "." + name
}

// Kind is what a decoded value is, without the value.
func Kind(value any) string {
	switch value.(type) {
	case nil:
		return "null"
	case json.Number:
		return number
	case string:
		return "a text"
	case bool:
		return "true or false"
	case []any:
		return "a list"
	}
	return "an object"
}

// Decode reads JSON with its numbers as they are written.
func Decode(text []byte) (value any, ok bool) {
	dec := json.NewDecoder(bytes.NewReader(text))
	dec.UseNumber()
	err := dec.Decode(&value)
	return value, err == nil
}
