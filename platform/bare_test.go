package platform

import (
	"net/http"
	"testing"
)

func TestAnswerWithAnErrorIsNoSuccess(t *testing.T) {
	t.Parallel()
	for body, want := range map[string]bool{
		"": true, "{}": true, `{"orderViewId":1}`: true, `[]`: true,
		`{"error":null}`: true, `{"code":null,"orderViewId":1}`: true,
		`{"code":0}`: false, `{"error":"busy"}`: false, "<html>": false,
	} {
		if got := Bare(PathOrderConfirm, http.StatusOK, []byte(body)); got != want {
			t.Errorf("%q is a success: %v, want %v", body, got, want)
		}
	}
	if Bare(PathOrderConfirm, http.StatusBadGateway, nil) {
		t.Error("an empty 502 is a success")
	}
}
