package main

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"syscall"
)

// spawner starts commands on a thread that lives as long as the program: Linux kills a child when the thread that
// started it ends.
var spawner = sync.OnceValue(func() chan<- func() {
	work := make(chan func())
	go func() {
		runtime.LockOSThread()
		for do := range work {
			do()
		}
	}()
	return work
})

// spawn starts the command so that it doesn't outlive this program, and out of reach of the terminal's signals.
func spawn(cmd *exec.Cmd) error {
	if cmd.SysProcAttr == nil {
		cmd.SysProcAttr = new(syscall.SysProcAttr)
	}
	cmd.SysProcAttr.Setpgid, cmd.SysProcAttr.Pdeathsig = true, syscall.SIGKILL
	done := make(chan error)
	spawner() <- func() { done <- cmd.Start() }
	return <-done
}

// The signals of the buttons.
const (
	sigStop = syscall.SIGSTOP
	sigCont = syscall.SIGCONT
	sigKill = syscall.SIGKILL
	sigTerm = syscall.SIGTERM
)

// signalAll signals a process and its children. PostgreSQL's are in groups of their own, so the process is stopped
// while its children are listed: no new one comes.
func signalAll(pid int, signal syscall.Signal) error {
	err := syscall.Kill(pid, sigStop)
	if errors.Is(err, syscall.ESRCH) {
		return os.ErrProcessDone
	}
	if err != nil {
		return err
	}
	for _, child := range children(pid) {
		_ = syscall.Kill(child, signal) // it may have ended
	}
	return syscall.Kill(pid, signal)
}

// children lists the processes whose parent is pid.
func children(pid int) (list []int) {
	files, _ := filepath.Glob("/proc/[0-9]*/stat")
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			continue // it has ended
		}
		var parent int
		var state string
		_, rest, _ := strings.Cut(string(text), ") ")
		if _, err := fmt.Sscan(rest, &state, &parent); err != nil || parent != pid {
			continue
		}
		if child, err := strconv.Atoi(filepath.Base(filepath.Dir(file))); err == nil {
			list = append(list, child)
		}
	}
	return list
}

// resident is how much memory a process has, in bytes.
func resident(pid int) (int64, error) {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		return 0, err
	}
	_, rest, _ := strings.Cut(string(text), "VmRSS:")
	var kilobytes int64
	if _, err := fmt.Sscan(rest, &kilobytes); err != nil {
		return 0, fmt.Errorf("the memory of process %d: %w", pid, err)
	}
	return kilobytes << 10, nil
}

// mount puts a file system in memory of so many bytes at folder.
func mount(folder string, size int) error {
	return syscall.Mount("tmpfs", folder, "tmpfs", 0, fmt.Sprintf("size=%d,mode=0700", size))
}

func unmount(folder string) error { return syscall.Unmount(folder, syscall.MNT_DETACH) }

func isFull(err error) bool { return errors.Is(err, syscall.ENOSPC) }
