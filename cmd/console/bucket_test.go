package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// atOnce calls stop when something is printed: the setup link, which comes once the console serves.
type atOnce struct{ stop func() }

func (a atOnce) Write(p []byte) (int, error) {
	a.stop()
	return len(p), nil
}

// Bug: a console that was restarted while the pictures' service was down didn't start, and no order came.
func TestOrdersDoNotWaitForThePicturesService(t *testing.T) {
	t.Parallel()
	dir, set := realSettings(t)
	secret := filepath.Join(dir, "s3")
	if err := os.WriteFile(secret, []byte("secret"), 0o600); err != nil {
		t.Fatal(err)
	}
	args := []string{"serve", "--s3-endpoint=http://127.0.0.1:1", "--s3-bucket=photos", "--s3-access-key=k",
		"--s3-secret-file=" + secret}
	for flag, value := range set {
		args = append(args, flag+"="+value)
	}
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	var log bytes.Buffer
	if err := run(ctx, args, atOnce{stop}, &log); err != nil || !strings.Contains(log.String(), "no pictures") {
		t.Errorf("%v; %s", err, log.String())
	}
}
