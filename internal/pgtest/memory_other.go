//go:build !linux

package pgtest

func above() string { return "/tmp" }
