package api

// TellCrash is what a browser tells of a program that died. It has numbers and
// words of package web/crash alone.
type TellCrash struct {
	Build string   `json:"build"` // as in the page's addresses of files
	Page  string   `json:"page"`  // the words of its address that name it
	At    int64    `json:"at"`    // the browser's clock, milliseconds
	Text  string   `json:"text"`  // what may be said of the error, perhaps nothing
	Stack []string `json:"stack"` // functions by number, the innermost first
}

// Crashes answers [PathCrashes]: the latest, each stack of a build once.
type Crashes struct {
	Crashes []Crash `json:"crashes"`
}

// Crash is a way in which the program of a build died.
type Crash struct {
	Build  string       `json:"build"`
	Page   string       `json:"page"` // the last one; "" is the first page
	Text   string       `json:"text,omitempty"`
	Stack  []CrashFrame `json:"stack"`
	Mapped bool         `json:"mapped"` // the stack has names and lines
	Times  int64        `json:"times"`
	LastAt int64        `json:"lastAt"`
}

// CrashFrame is a function of a stack. Without a map Name is its number.
type CrashFrame struct {
	Name string `json:"name"`
	File string `json:"file,omitempty"`
	Line int    `json:"line,omitempty"`
}
