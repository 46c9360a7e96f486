//go:build !linux

package engine

import "os/exec"

// endsWithUs is Linux's alone: elsewhere a program outlives tests that are killed.
func endsWithUs(*exec.Cmd) {}
