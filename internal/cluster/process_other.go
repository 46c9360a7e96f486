//go:build !linux

package main

import (
	"errors"
	"os/exec"
	"syscall"
)

var errLinux = errors.New("cluster: it needs Linux")

const (
	sigStop = syscall.Signal(iota + 1)
	sigCont
	sigKill
	sigTerm
)

func spawn(*exec.Cmd) error { return errLinux }

func signalAll(int, syscall.Signal) error { return errLinux }

func resident(int) (int64, error) { return 0, errLinux }

func mount(string, int) error { return errLinux }

func unmount(string) error { return errLinux }

func isFull(error) bool { return false }
