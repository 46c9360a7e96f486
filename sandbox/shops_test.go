package sandbox_test

import (
	"errors"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/shopdesk/shopdesk/platform"
	"github.com/shopdesk/shopdesk/sandbox"
)

func TestUpdateContact(t *testing.T) {
	t.Parallel()
	s := new(sandbox.Sandbox)
	judge(t, s, platform.PathContactUpdate, "phones", []judged{
		{"absent", "", "phones is required"},
		{"null", "null", "phones is required"},
		{"text", `"852-12345678"`, "must be an array of strings"},
		{"number", `[85212345678]`, "must be an array of strings"},
		{"none", `[]`, "1 to 3 numbers"},
		{"four", `["852-1234567","852-1234568","852-1234569","852-1234560"]`, "1 to 3 numbers"},
		{"null number", `[null]`, "phones[0] must have the format"},
		{"no hyphen", `["85212345678"]`, "phones[0] must have the format"},
		{"plus", `["+852-12345678"]`, "phones[0] must have the format"},
		{"two hyphens", `["852-1234-5678"]`, "phones[0] must have the format"},
		{"blank", `["852- 12345678"]`, "phones[0] must have the format"},
		{"newline", `["852-12345678\n"]`, "phones[0] must have the format"},
		{"Arabic digits", `["852-١٢٣٤٥٦٧٨"]`, "phones[0] must have the format"},
		{"second is wrong", `["852-12345678","852"]`, "phones[1] must have the format"},
		{"one", `["852-12345678"]`, ""},
		{"three", `["852-12345678","971-43500125","55-11980000128"]`, ""},
	})
	state, _ := s.Shop(central)
	want := []platform.Phone{{Number: "852-12345678"}, {Number: "971-43500125"}, {Number: "55-11980000128"}}
	if diff := cmp.Diff(want, state.Record.Phones); diff != "" {
		t.Errorf("phones (-want +got):\n%s", diff)
	}
}

func TestPictureURL(t *testing.T) {
	t.Parallel()
	judge(t, &sandbox.Sandbox{Transport: photos(t)}, platform.PathPictureUpdate, "pictureUrl", []judged{
		{"absent", "", "pictureUrl is required"},
		{"number", "1", "pictureUrl must be a string"},
		{"empty", `""`, "starts with http"},
		{"ftp", `"ftp://a.example/b.jpg"`, "starts with http"},
		{"no scheme", `"//a.example/b.jpg"`, "starts with http"},
		{"no host", `"https:///b.jpg"`, "starts with http"},
		{"not a URL", `"https://a b/%zz.jpg"`, "starts with http"},
		{"gif", `"https://a.example/b.gif"`, "must end with"},
		{"query behind", `"https://a.example/b.jpg?v=1"`, "must end with"},
		{"capitals", `"https://a.example/b.JPG"`, "must end with"},
		{"good", `"https://a.example/b.webp"`, ""},
	})
	for _, end := range []string{"jpg", "png", "jpeg", "webp"} {
		client := dial(t, serve(t, &sandbox.Sandbox{Transport: photos(t)}, "/p"))
		if err := client.UpdatePicture(t.Context(), platform.PictureUpdate{ShopID: central,
			PictureURL: "http://a.example/b." + end}); err != nil {
			t.Errorf("%s: %v", end, err)
		}
	}
}

func TestPictureReview(t *testing.T) {
	t.Parallel()
	s := &sandbox.Sandbox{Transport: photos(t)}
	base := serve(t, s, "/p")
	client := dial(t, base)
	update := func(name string) error {
		return client.UpdatePicture(t.Context(), platform.PictureUpdate{ShopID: central,
			PictureURL: "https://a.example/" + name})
	}
	expect := func(step string, want ...platform.Picture) {
		t.Helper()
		shop, err := client.Shop(t.Context(), platform.ShopRef{ShopID: central})
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(want, shop.MainPictures); diff != "" {
			t.Errorf("%s (-want +got):\n%s", step, diff)
		}
	}
	seeded := platform.Picture{URL: base + "/sandbox/pictures/100001.jpg", Status: platform.PictureEffective}
	expect("at first", seeded)
	if err := errors.Join(s.ApprovePicture(central), s.RejectPicture(central, "why")); !errors.Is(err,
		sandbox.ErrNoPending) {
		t.Errorf("review without a pending picture: %v", err)
	}
	if err := update("1.png"); err != nil {
		t.Fatal(err)
	}
	expect("pending", seeded, platform.Picture{URL: "https://a.example/1.png", Status: platform.PicturePending})
	if code := codeOf(t, update("2.png")); code != sandbox.CodePicture {
		t.Errorf("duplicate request: code %d", code)
	}
	if err := s.RejectPicture(central, ""); !errors.Is(err, sandbox.ErrInvalid) {
		t.Errorf("rejection without a reason: %v", err)
	}
	if err := s.RejectPicture(central, "Too dark."); err != nil {
		t.Fatal(err)
	}
	expect("rejected", seeded, platform.Picture{URL: "https://a.example/1.png", Status: platform.PictureRejected,
		RejectReason: "Too dark."})
	if err := update("3.png"); err != nil {
		t.Fatal(err)
	}
	expect("pending again", seeded, platform.Picture{URL: "https://a.example/3.png", Status: platform.PicturePending})
	if err := s.ApprovePicture(central); err != nil {
		t.Fatal(err)
	}
	expect("approved", platform.Picture{URL: "https://a.example/3.png", Status: platform.PictureEffective})
}

func TestRestAndOpen(t *testing.T) {
	t.Parallel()
	client := dial(t, serve(t, new(sandbox.Sandbox), "/p"))
	ref := platform.ShopRef{ShopID: central}
	for _, step := range []struct {
		name      string
		do        func() error
		status    platform.ShopStatus
		available bool
	}{
		{"rest", func() error { return client.Rest(t.Context(), ref) }, platform.ShopSuspended, false},
		{"rest again", func() error { return client.Rest(t.Context(), ref) }, platform.ShopSuspended, false},
		{"open", func() error { return client.Open(t.Context(), ref) }, platform.ShopOperating, true},
		{"open again", func() error { return client.Open(t.Context(), ref) }, platform.ShopOperating, true},
	} {
		if err := step.do(); err != nil {
			t.Errorf("%s: %v", step.name, err)
		}
		shop, err := client.Shop(t.Context(), ref)
		if err != nil || shop.Status != step.status || shop.AvailableForOrder != step.available {
			t.Errorf("%s: status %v, available %v, %v", step.name, shop.Status, shop.AvailableForOrder, err)
		}
	}
}

// The seed has the cases that pages need to show.
func TestSeedStories(t *testing.T) {
	t.Parallel()
	s := &sandbox.Sandbox{Clock: sandbox.NewVirtualClock(noon)}
	zones := map[string]int{}
	found := map[string]bool{}
	for _, info := range s.Directory() {
		zones[info.Zone]++
		state, _ := s.Shop(info.ShopID)
		found["suspended"] = found["suspended"] || state.Record.Status == platform.ShopSuspended
		for _, p := range state.Record.MainPictures {
			found[p.Status.String()] = true
		}
		for _, date := range state.Special {
			found["holiday"] = found["holiday"] || date.BusinessHour[0].Closed()
			found["special hours"] = found["special hours"] || !date.BusinessHour[0].Closed()
		}
		for _, day := range platform.Days() {
			shifts := state.Week.Day(day)
			found["split"] = found["split"] || len(shifts) > 1
			for _, p := range shifts {
				found["late"] = found["late"] || p.CrossesMidnight()
				found["closed day"] = found["closed day"] || p.Closed()
				found["whole day"] = found["whole day"] || p == platform.Period{EndTime: platform.DaySeconds}
			}
		}
	}
	if diff := cmp.Diff(map[string]int{"Asia/Hong_Kong": 24, "Asia/Dubai": 2, "Asia/Riyadh": 1, "America/Sao_Paulo": 1},
		zones); diff != "" {
		t.Errorf("zones (-want +got):\n%s", diff)
	}
	for _, story := range []string{"suspended", "Shown", "In review", "Rejected", "holiday", "special hours", "split",
		"late", "closed day", "whole day"} {
		if !found[story] {
			t.Errorf("no shop of the seed shows: %s", story)
		}
	}
}
