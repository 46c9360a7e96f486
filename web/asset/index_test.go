package asset_test

import (
	"runtime/debug"
	"testing"

	"github.com/shopdesk/shopdesk/web/asset"
)

// The bug: a host that took a new version in go.mod and forgot go generate served the former program, and nothing said
// so.
func TestFilesOfAnotherVersionAreKnown(t *testing.T) {
	t.Parallel()
	ours := func(version string) debug.Module {
		return debug.Module{Path: "github.com/shopdesk/shopdesk", Version: version}
	}
	host := func(version string) *debug.BuildInfo {
		m := ours(version)
		own := debug.Module{Path: "pos.example/backoffice", Version: "v7.0.0"}
		return &debug.BuildInfo{Main: own, Deps: []*debug.Module{&m}}
	}
	tool := asset.Version(&debug.BuildInfo{Main: ours("v1.1.0")})
	for _, tt := range []struct {
		name, files string
		program     *debug.BuildInfo
		want        bool
	}{
		{"another version", tool, host("v1.2.0"), true},
		{"equal versions", tool, host("v1.1.0"), false},
		{"files of our own checkout", "", host("v1.2.0"), false},
		{"a workspace", tool, host("(devel)"), false},
		{"our own program", tool, &debug.BuildInfo{Main: ours("(devel)")}, false},
	} {
		if got := (asset.Index{Version: tt.files}).Differs(tt.program); got != tt.want {
			t.Errorf("%s: %v", tt.name, got)
		}
	}
}
