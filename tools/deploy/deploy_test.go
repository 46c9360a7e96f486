package deploy

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/compose-spec/compose-go/v2/loader"
	"github.com/compose-spec/compose-go/v2/types"
	appsv1 "k8s.io/api/apps/v1"
	corev1 "k8s.io/api/core/v1"
	networkingv1 "k8s.io/api/networking/v1"
	policyv1 "k8s.io/api/policy/v1"
	"sigs.k8s.io/yaml"
)

const folder = "../../deploy"

func read(t *testing.T, path ...string) string {
	t.Helper()
	text, err := os.ReadFile(filepath.Join(append([]string{folder}, path...)...))
	if err != nil {
		t.Fatal(err)
	}
	return string(text)
}

// systemd understands the unit, alone and with the drop-in of docs/operations/watching.md, whose log is the one that
// logrotate rotates. systemd-analyze wants the program to be there: this test stands in its place.
func TestUnit(t *testing.T) {
	t.Parallel()
	program, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	const installed = "ExecStart=/usr/local/bin/console "
	unit := read(t, "systemd", "shopdesk.service")
	if !strings.Contains(unit, installed) {
		t.Fatal("the unit doesn't start " + installed)
	}
	unit = strings.Replace(unit, installed, "ExecStart="+program+" ", 1)
	page := read(t, "..", "docs", "operations", "watching.md")
	dropIn := regexp.MustCompile("(?s)```systemd\n(.*?)```").FindStringSubmatch(page)
	if dropIn == nil {
		t.Fatal("docs/operations/watching.md has no drop-in")
	}
	log := regexp.MustCompile(`(?m)^StandardOutput=append:(/\S+)$`).FindStringSubmatch(dropIn[1])
	if log == nil || !strings.Contains(page, "```logrotate\n"+log[1]+" {") {
		t.Errorf("logrotate doesn't rotate the log of\n%s", dropIn[1])
	}
	for name, tt := range map[string]struct {
		dropIn string
		want   string // of what is wrong, "" for nothing
	}{
		"alone":                {"", ""},
		"with the drop-in":     {dropIn[1], ""},
		"with a wrong drop-in": {strings.ReplaceAll(dropIn[1], "append:", "at the end of:"), "output specifier"},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			folder := t.TempDir()
			path := filepath.Join(folder, "shopdesk.service")
			if err := errors.Join(os.WriteFile(path, []byte(unit), 0o600), os.Mkdir(path+".d", 0o700),
				os.WriteFile(filepath.Join(path+".d", "log.conf"), []byte(tt.dropIn), 0o600)); err != nil {
				t.Fatal(err)
			}
			out, err := exec.CommandContext(t.Context(), "systemd-analyze", "verify", "--man=no", path).CombinedOutput()
			wrong := err != nil || strings.Contains(string(out), "shopdesk.service")
			if wrong != (tt.want != "") || !strings.Contains(string(out), tt.want) {
				t.Errorf("systemd-analyze (of Debian's package systemd): %v\n%s", err, out)
			}
		})
	}
}

// Each alarm fires and ends as alerts_test.yml says, which knows all of them.
func TestAlarms(t *testing.T) {
	t.Parallel()
	tested := read(t, "prometheus", "alerts_test.yml")
	for _, alarm := range regexp.MustCompile(`alert: (\w+)`).FindAllStringSubmatch(read(t, "prometheus", "alerts.yml"), -1) {
		if !strings.Contains(tested, fmt.Sprintf("{alertname=%q}", alarm[1])) {
			t.Errorf("alerts_test.yml doesn't test %s", alarm[1])
		}
	}
	for _, args := range [][]string{{"check", "rules", "alerts.yml"}, {"test", "rules", "alerts_test.yml"}} {
		promtool := exec.CommandContext(t.Context(), "promtool", args...)
		promtool.Dir = filepath.Join(folder, "prometheus")
		if out, err := promtool.CombinedOutput(); err != nil {
			t.Errorf("promtool (of Debian's package prometheus): %v\n%s", err, out)
		}
	}
}

// Prometheus understands every query of the dashboard.
func TestDashboard(t *testing.T) {
	t.Parallel()
	var board struct {
		Panels []struct {
			Title   string
			Targets []struct{ Expr string }
		}
	}
	if err := json.Unmarshal([]byte(read(t, "grafana", "shopdesk.json")), &board); err != nil {
		t.Fatal(err)
	}
	rules, n := "groups: [{name: dashboard, rules: [\n", 0
	for _, p := range board.Panels {
		for _, target := range p.Targets {
			expr := strings.NewReplacer("$__rate_interval", "5m", "$instance", ".*").Replace(target.Expr)
			rules += fmt.Sprintf("{record: query_%d, expr: %q},\n", n, expr)
			n++
		}
	}
	if n < 20 {
		t.Fatalf("%d queries", n)
	}
	file := filepath.Join(t.TempDir(), "rules.yml")
	if err := os.WriteFile(file, []byte(rules+"]}]\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	if out, err := exec.CommandContext(t.Context(), "promtool", "check", "rules", file).CombinedOutput(); err != nil {
		t.Errorf("promtool: %v\n%s", err, out)
	}
}

func TestCompose(t *testing.T) {
	t.Parallel()
	// The files that people make beside it.
	made := t.TempDir()
	for name, text := range map[string]string{
		"compose.yaml": read(t, "compose", "compose.yaml"),
		"settings.env": read(t, "compose", "settings.example.env"),
	} {
		if err := os.WriteFile(filepath.Join(made, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	project, err := loader.LoadWithContext(t.Context(), types.ConfigDetails{
		WorkingDir:  made,
		ConfigFiles: []types.ConfigFile{{Filename: filepath.Join(made, "compose.yaml")}},
		Environment: types.Mapping{"VERSION": "v1.2.3", "HOST": "console.example.com"},
	})
	if err != nil {
		t.Fatal(err)
	}
	if got := project.ServiceNames(); !slices.Equal(got,
		[]string{"bucket", "console-1", "console-2", "minio", "postgres", "proxy"}) {
		t.Errorf("services are %q", got)
	}
	if got := project.Services["console-2"].Environment["SHOPDESK_CLIENT_ID"]; got == nil || *got != "your-client-id" {
		t.Error("console-2 hasn't the settings of settings.env")
	}
}

// A manifest with a member that Kubernetes doesn't know, or with a value of another type, is refused.
func TestManifests(t *testing.T) {
	t.Parallel()
	kinds := map[string]func() any{
		"ConfigMap":           func() any { return new(corev1.ConfigMap) },
		"Service":             func() any { return new(corev1.Service) },
		"StatefulSet":         func() any { return new(appsv1.StatefulSet) },
		"PodDisruptionBudget": func() any { return new(policyv1.PodDisruptionBudget) },
		"Ingress":             func() any { return new(networkingv1.Ingress) },
	}
	for document := range strings.SplitSeq(read(t, "kubernetes", "shopdesk.yaml"), "\n---\n") {
		var kind struct{ Kind string }
		if err := yaml.Unmarshal([]byte(document), &kind); err != nil {
			t.Fatal(err)
		}
		empty, known := kinds[kind.Kind]
		if !known {
			t.Errorf("this test knows no %q", kind.Kind)
			continue
		}
		object := empty()
		if err := yaml.UnmarshalStrict([]byte(document), object); err != nil {
			t.Errorf("%s: %v", kind.Kind, err)
		}
		// The bug: a start that migrated a large database for more than a minute was killed, each time anew.
		if set, ok := object.(*appsv1.StatefulSet); ok {
			probe := set.Spec.Template.Spec.Containers[0].StartupProbe
			if probe == nil || probe.PeriodSeconds*probe.FailureThreshold < 3600 {
				t.Errorf("a start has less than an hour: %v", probe)
			}
		}
	}
}

// A setting that was renamed in the program must be renamed here.
func TestConsoleKnowsEverySetting(t *testing.T) {
	t.Parallel()
	var program strings.Builder
	sources, err := filepath.Glob("../../cmd/console/*.go")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		text, err := os.ReadFile(source)
		if err != nil {
			t.Fatal(err)
		}
		program.Write(text)
	}
	seen := 0
	err = filepath.WalkDir(folder, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		for _, name := range regexp.MustCompile(`SHOPDESK_[A-Z0-9_]+`).FindAllString(string(text), -1) {
			seen++
			if !strings.Contains(program.String(), `env:"`+name+`"`) {
				t.Errorf("%s: the console has no setting %s", path, name)
			}
		}
		return err
	})
	if err != nil || seen == 0 {
		t.Errorf("%d settings seen: %v", seen, err)
	}
}
