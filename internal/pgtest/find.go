package pgtest

import (
	"errors"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
)

var errMissing = errors.New(`PostgreSQL is not installed: no initdb in PATH or in /usr/lib/postgresql/*/bin.
"make test" installs it; by hand: apt-get install postgresql (Debian, Ubuntu), brew install postgresql (macOS).
Or set ` + DatabaseURL + ` to the address of a database that tests may use`)

// Programs finds the folder of initdb and postgres: the PATH's, or that of the
// newest version which Debian's packages have installed.
func Programs() (folder string, err error) {
	if path, err := exec.LookPath("initdb"); err == nil {
		path, err = filepath.EvalSymlinks(path) // postgres is beside the real one
		return filepath.Dir(path), err
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/initdb")
	if err != nil {
		return "", err
	}
	if len(found) == 0 {
		return "", errMissing
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(filepath.Base(filepath.Dir(filepath.Dir(path))))
		return n
	}
	newest := slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) })
	return filepath.Dir(newest), nil
}
