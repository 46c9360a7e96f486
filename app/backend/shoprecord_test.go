package backend_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/app/backend"
	"github.com/shopdesk/shopdesk/internal/api"
)

// The parts of one answer are what the calls by themselves would have given; one
// that is missing leaves the others.
func TestShopRecord(t *testing.T) {
	t.Parallel()
	b := serve(t, api.PathRecord, 200, `{
		"shop":{"body":{"code":0,"data":{"shopId":9007199254740993,"name":"麵"}}},
		"week":{"error":{"code":"platform_down","message":"m"}},
		"special":{"body":{"code":0,"data":[]}},
		"pause":{"shopId":"9007199254740993","version":3,"state":"paused","by":"Ann","startedAt":1},
		"names":[{"first":"2026-12-24","last":"2026-12-26","name":"Christmas"}]}`)
	got, err := b.ShopRecord(9007199254740993)(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if got.Shop == nil || got.Shop.Name != "麵" || got.Special == nil || got.Week != nil {
		t.Errorf("%+v", got)
	}
	var refusal *api.Error
	if !errors.As(got.Err, &refusal) || refusal.Code != api.CodePlatformDown {
		t.Errorf("the week is missing because of %v", got.Err)
	}
	if want, err := backend.RecordOf(got.Special.Value); err != nil || got.Special.Digest != want.Digest {
		t.Errorf("digest %q, want %q (%v)", got.Special.Digest, want.Digest, err)
	}
	want := &api.Pause{ShopID: 9007199254740993, Version: 3, State: api.PausePaused, By: "Ann", StartedAt: 1}
	if diff := cmp.Diff(want, got.Pause); diff != "" {
		t.Error(diff)
	}
	if len(got.Names) != 1 || got.Names[0].Name != "Christmas" {
		t.Errorf("names %v", got.Names)
	}

	b = serve(t, api.PathRecord, 404, `{"code":"not_found","message":""}`)
	if _, err := b.ShopRecord(1)(t.Context()); !errors.As(err, &refusal) || refusal.Code != api.CodeNotFound {
		t.Errorf("nobody's shop: %v", err)
	}
}
