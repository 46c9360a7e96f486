package storetest

import (
	"context"
	"reflect"

	"github.com/shopdesk/shopdesk/server/store"
)

// calls calls every method of a store that takes a context, and returns the errors by the methods' names.
func calls(ctx context.Context, s store.Store) map[string]error {
	errs := map[string]error{}
	fitting := map[reflect.Type]reflect.Value{
		reflect.TypeFor[context.Context](): reflect.ValueOf(ctx),
		reflect.TypeFor[store.Waiting]():   reflect.ValueOf(store.WaitingNew),
		reflect.TypeFor[func(context.Context) error](): reflect.ValueOf(func(ctx context.Context) error {
			return s.SavePause(ctx, pause(3))
		}),
	}
	for method := range reflect.TypeFor[store.Store]().Methods() {
		var in []reflect.Value
		for of := range method.Type.Ins() {
			in = append(in, filled(of, fitting))
		}
		if len(in) == 0 || in[0].Type() != reflect.TypeOf(ctx) {
			continue
		}
		if method.Name == "Finish" {
			in[2] = reflect.ValueOf(store.OutcomeDone)
		}
		out := reflect.ValueOf(s).MethodByName(method.Name).Call(in)
		errs[method.Name], _ = out[len(out)-1].Interface().(error)
	}
	return errs
}

// filled returns the fitting value of a type, or one in which nothing is empty: 1, "a", one element. Other
// kinds stay empty.
func filled(of reflect.Type, fitting map[reflect.Type]reflect.Value) reflect.Value {
	if v, ok := fitting[of]; ok {
		return v
	}
	v := reflect.New(of).Elem()
	switch of.Kind() {
	case reflect.Int, reflect.Int64:
		v.SetInt(1)
	case reflect.Uint8:
		v.SetUint(1)
	case reflect.Bool:
		v.SetBool(true)
	case reflect.String:
		v.SetString("a")
	case reflect.Slice:
		v.Set(reflect.Append(v, filled(of.Elem(), fitting)))
	case reflect.Pointer:
		v.Set(reflect.New(of.Elem()))
		v.Elem().Set(filled(of.Elem(), fitting))
	case reflect.Struct:
		for i := range of.NumField() {
			v.Field(i).Set(filled(of.Field(i).Type, fitting))
		}
	}
	return v
}
