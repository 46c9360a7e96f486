package main

import "github.com/shopdesk/shopdesk/app/program"

func main() { program.Main() }
