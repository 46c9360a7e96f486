package server_test

import (
	"bytes"
	"encoding/json"
	"image"
	"image/color"
	"image/png"
	"io"
	"net/http"
	"strings"
	"testing"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server"
)

// A photo passes through the whole server: its upload needs a session and our header, its download needs neither.
func TestPhotoUploadNeedsASession(t *testing.T) {
	t.Parallel()
	b := open(t, nil)
	var picture bytes.Buffer
	if err := png.Encode(&picture, image.NewPaletted(image.Rect(0, 0, 901, 901), color.Palette{color.Black})); err != nil {
		t.Fatal(err)
	}
	client := b.as(api.RoleManager)
	upload := func(client *http.Client, header string) (int, []byte) {
		t.Helper()
		request, err := http.NewRequestWithContext(t.Context(), http.MethodPost,
			b.web.URL+mount+api.PathPhotos+"?shop=100001", bytes.NewReader(picture.Bytes()))
		if err != nil {
			t.Fatal(err)
		}
		request.Header.Set("Content-Type", "image/png")
		request.Header.Set(api.HeaderConsole, header)
		response, err := client.Do(request)
		if err != nil {
			t.Fatal(err)
		}
		defer response.Body.Close()
		body, _ := io.ReadAll(response.Body)
		return response.StatusCode, body
	}
	if status, _ := upload(http.DefaultClient, "1"); status != http.StatusUnauthorized {
		t.Errorf("signed out: %d", status)
	}
	if status, _ := upload(client, ""); status != http.StatusForbidden {
		t.Errorf("as a form sends it: %d", status)
	}
	status, body := upload(client, "1")
	var photo api.Photo
	if err := json.Unmarshal(body, &photo); status != http.StatusOK || err != nil ||
		!strings.HasPrefix(photo.URL, b.web.URL+mount+"/photos/") {
		t.Fatalf("%d %s", status, body)
	}
	response, err := http.Get(photo.URL)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	got, _ := io.ReadAll(response.Body)
	if response.StatusCode != http.StatusOK || !bytes.Equal(got, picture.Bytes()) || len(response.Cookies()) != 0 ||
		response.Header.Get("Cache-Control") != "public, max-age=31536000, immutable" {
		t.Errorf("served: %d, %d bytes, %v", response.StatusCode, len(got), response.Header)
	}
}

// A console that the platform can't reach says so, in the log and to pages.
func TestSecludedConsoleIsReported(t *testing.T) {
	t.Parallel()
	near := open(t, nil)
	if strings.Contains(near.log.String(), "fetch uploaded pictures") {
		t.Error("a sandbox beside the console is told to be out of reach")
	}
	far := open(t, func(o *server.Options) { o.Demo, o.Platform.URL = false, "https://platform.invalid" })
	if !strings.Contains(far.log.String(), "fetch uploaded pictures") {
		t.Error("nothing is said at the start")
	}
	response, err := http.Get(far.web.URL + mount + api.PathSession)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	var session api.Session
	if err := json.NewDecoder(response.Body).Decode(&session); err != nil || !session.Profile.Secluded {
		t.Errorf("%+v, %v", session, err)
	}
}
