package photo_test

import (
	"io"
	"net/http"
	"slices"
	"strconv"
	"sync"
	"testing"
	"time"

	"github.com/shopdesk/shopdesk/internal/api"
	"github.com/shopdesk/shopdesk/server/internal/servertest"
)

// stalled begins an upload and continues it after goOn: began is closed once the server asks for the photo, and
// status gets the answer's status.
func (f *fixture) stalled(role api.Role, body []byte, goOn <-chan struct{}) (began <-chan struct{}, status <-chan int) {
	f.t.Helper()
	reader, writer := io.Pipe()
	request := servertest.Must(http.NewRequestWithContext(f.t.Context(), http.MethodPost,
		f.console.URL+mount+api.PathPhotos+"?shop=100001", reader))(f.t)
	request.ContentLength = int64(len(body))
	request.Header.Set("Content-Type", "image/png")
	request.Header.Set("Expect", "100-continue") // answered when a handler begins to read
	request.AddCookie(f.desk.Cookie(f.t, role))
	transport := &http.Transport{ExpectContinueTimeout: time.Hour}
	f.t.Cleanup(transport.CloseIdleConnections)
	started, answer := make(chan struct{}), make(chan int, 1)
	go func() {
		_, _ = writer.Write(body[:100])
		close(started)
		<-goOn
		_, _ = writer.Write(body[100:])
		_ = writer.Close()
	}()
	go func() {
		response, err := transport.RoundTrip(request)
		if err != nil {
			_ = reader.CloseWithError(err)
			answer <- 0
			return
		}
		_, _ = io.Copy(io.Discard, response.Body)
		_ = response.Body.Close()
		_ = reader.Close()
		answer <- response.StatusCode
	}()
	return started, answer
}

// Stalled uploads of one operator are limited to the operator's share: eighty of them took 440 MB. Uploads of others
// go on, and so do the operator's own once there is room again.
func TestStalledUploadsTakeOnlyTheirShare(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	picture := pngOf(t, 901, 901)
	goOn := make(chan struct{})
	var waiting []<-chan int
	for range 2 {
		began, status := f.stalled(api.RoleManager, picture, goOn)
		<-began
		waiting = append(waiting, status)
	}
	refused := f.upload(api.RoleManager, "100001", "image/png", picture)
	if refused.error.Code != api.CodeTooMuch || refused.error.RetryAfter == 0 ||
		refused.header.Get("Retry-After") != strconv.Itoa(refused.error.RetryAfter) {
		t.Errorf("refused with %s", refused.body)
	}
	if r := f.upload(api.RoleOwner, "100001", "image/png", picture); r.status != http.StatusOK {
		t.Errorf("somebody else's: %d %s", r.status, r.body)
	}
	close(goOn)
	for _, status := range waiting {
		if got := <-status; got != http.StatusOK {
			t.Errorf("a slow upload ended with %d", got)
		}
	}
	if r := f.upload(api.RoleManager, "100001", "image/png", picture); r.status != http.StatusOK {
		t.Errorf("afterwards: %d %s", r.status, r.body)
	}
}

// Stalled uploads take no more than their operator's share, across all sessions of the operator.
func TestStalledUploadsOfManySessionsShareOneLimit(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	picture := pngOf(t, 901, 901)
	goOn := make(chan struct{})
	var waiting []<-chan int
	for range 3 {
		for range 2 {
			began, status := f.stalled(api.RoleManager, picture, goOn)
			<-began
			waiting = append(waiting, status)
		}
		f.desk.Forget()
	}
	if r := f.upload(api.RoleManager, "100001", "image/png", picture); r.error.Code != api.CodeTooMuch {
		t.Errorf("a fourth session's: %d %s", r.status, r.body)
	}
	if r := f.upload(api.RoleOwner, "100001", "image/png", picture); r.status != http.StatusOK {
		t.Errorf("somebody else's: %d %s", r.status, r.body)
	}
	close(goOn)
	for _, status := range waiting {
		if got := <-status; got != http.StatusOK {
			t.Errorf("a slow upload ended with %d", got)
		}
	}
}

// Uploads that arrive together are counted one after another: none is kept beyond the day's quota.
func TestQuotaHoldsForParallelUploads(t *testing.T) {
	t.Parallel()
	f := newFixture(t)
	picture := pngOf(t, 901, 901)
	for range 39 {
		if r := f.upload(api.RoleManager, "100001", "image/png", picture); r.status != http.StatusOK {
			t.Fatalf("%d %s", r.status, r.body)
		}
	}
	goOn := make(chan struct{})
	var all []<-chan int
	for _, role := range []api.Role{api.RoleManager, api.RoleManager, api.RoleOwner, api.RoleOwner} {
		began, status := f.stalled(role, picture, goOn)
		<-began
		all = append(all, status)
	}
	close(goOn)
	var got []int
	var mu sync.Mutex
	var ending sync.WaitGroup
	for _, status := range all {
		ending.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			got = append(got, <-status)
		})
	}
	ending.Wait()
	slices.Sort(got)
	if !slices.Equal(got, []int{http.StatusOK, 429, 429, 429}) {
		t.Errorf("answers %v", got)
	}
	if n, err := f.store.CountPhotos(t.Context(), shop, 0); err != nil || n != 40 {
		t.Errorf("%d pictures are kept, %v", n, err)
	}
}
