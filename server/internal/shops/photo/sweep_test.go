package photo_test

import (
	"net/http"
	"testing"
	"time"
)

const day = 24 * time.Hour

func (f *fixture) sweep(after time.Duration) {
	f.t.Helper()
	f.clock.Advance(after)
	f.desk.Forget() // sessions have ended
	if err := f.service.Sweep.Work(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

func (f *fixture) wantServed(address string, want bool, when string) {
	f.t.Helper()
	if got := f.get(address).status == http.StatusOK; got != want {
		f.t.Errorf("%s: served %t, want %t", when, got, want)
	}
}

func TestSweepDeletesUnsentPhotosAfterADay(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	address := f.good()
	f.sweep(day - time.Second)
	f.wantServed(address, true, "before a day is over")
	f.sweep(time.Second)
	f.wantServed(address, false, "after a day")
	if r := f.ask(address); r.code() != "picture_gone" {
		t.Errorf("asked for: %d %s", r.status, r.body)
	}
	due, err := f.store.DuePhotos(t.Context(), f.clock.Now().Add(1000*day).UnixMilli(), 9)
	if err != nil || len(due) != 0 {
		t.Errorf("left: %v, %v", due, err)
	}
}

// A photo is kept while the shop's record names the photo, and while the record can't be read.
func TestSweepKeepsPhotosInUse(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	first := f.good()
	if r := f.ask(first); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	f.sweep(29 * day)
	f.wantServed(first, true, "in review")
	f.sweep(day)
	f.wantServed(first, true, "in review for long")
	if err := f.box.ApprovePicture(shop); err != nil {
		t.Fatal(err)
	}
	f.sweep(100 * day)
	f.wantServed(first, true, "shown")

	second := f.good()
	if r := f.ask(second); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	if err := f.box.ApprovePicture(shop); err != nil {
		t.Fatal(err)
	}
	if err := f.box.SetAuthorised(shop, false); err != nil {
		t.Fatal(err)
	}
	f.sweep(100 * day)
	f.wantServed(first, true, "the record can't be read")
	if err := f.box.SetAuthorised(shop, true); err != nil {
		t.Fatal(err)
	}
	f.sweep(6*time.Hour - time.Second)
	f.wantServed(first, true, "too early for another look")
	f.sweep(time.Second)
	f.wantServed(first, false, "replaced")
	f.wantServed(second, true, "shown")
}

// The regression: one answer without the shop's pictures counted as a record that doesn't name the photo, and the photo
// that customers see was deleted.
func TestAnswerWithoutPicturesKeepsThePhoto(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	photo := f.good()
	if r := f.ask(photo); r.status != http.StatusOK {
		t.Fatalf("%d %s", r.status, r.body)
	}
	for _, data := range []string{"", `,"data":null`, `,"data":{}`, `,"data":[]`} {
		f.record.Store(`{"code":0,"message":""` + data + `}`)
		f.sweep(100 * day)
		f.wantServed(photo, true, "after an answer"+data)
	}
	f.record.Store(`{"code":0,"data":{"mainPictures":[]}}`)
	f.sweep(6 * time.Hour)
	f.wantServed(photo, false, "when the shop has no pictures")
}

// A sweep that died between retiring a photo and deleting it is finished by the next sweep.
func TestNextSweepFinishesADeadSweep(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	address := f.good()
	name := address[len(address)-30:]
	f.clock.Advance(2 * day)
	now := f.clock.Now()
	if err := f.store.MarkDeleted(t.Context(), name, now.UnixMilli(), now.Add(time.Hour).UnixMilli()); err != nil {
		t.Fatal(err)
	}
	f.open.Close() // the sweep needs no platform call
	f.sweep(time.Hour)
	if _, err := f.store.Blob(t.Context(), name); err == nil {
		t.Error("the blob is still there")
	}
}
