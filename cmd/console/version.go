package main

import (
	"cmp"
	"embed"
	"errors"
	"fmt"
	"runtime"
	"runtime/debug"
)

// A release sets these with -ldflags. Other builds have what the go command noted.
var version, commit, date string

// versionCommand prints which program this is.
type versionCommand struct{}

func (versionCommand) Run(t terminal) error {
	c, d := commit, date
	if info, ok := debug.ReadBuildInfo(); ok {
		noted := map[string]string{}
		for _, setting := range info.Settings {
			noted[setting.Key] = setting.Value
		}
		c = cmp.Or(c, noted["vcs.revision"])
		d = cmp.Or(d, noted["vcs.time"])
	}
	_, err := fmt.Fprintf(t.out, "version %s\ncommit  %s\ndate    %s\ngo      %s %s/%s\n",
		programVersion(), cmp.Or(c, "unknown"), cmp.Or(d, "unknown"), runtime.Version(), runtime.GOOS, runtime.GOARCH)
	return err
}

// programVersion returns this program's version.
func programVersion() string {
	v := version
	if info, ok := debug.ReadBuildInfo(); ok {
		v = cmp.Or(v, info.Main.Version)
	}
	return cmp.Or(v, "unknown")
}

// notices has notices.txt in a release, which writes it; git has an empty folder.
//
//go:embed all:notices
var notices embed.FS

// licencesCommand prints the terms of the software of others that is inside.
type licencesCommand struct{}

func (licencesCommand) Run(t terminal) error {
	text, err := notices.ReadFile("notices/notices.txt")
	if err != nil {
		return errors.New("this program was built without the notices of third parties; those of a release have them")
	}
	_, err = t.out.Write(text)
	return err
}
