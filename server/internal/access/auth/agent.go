package auth

import "strings"

// readAgent reads browser and system from a User-Agent, "" for an unknown one.
// People recognise their devices by these names; no decision relies on them.
func readAgent(agent string) (browser, system string) {
	// More special names come first: Edge calls itself Chrome and Safari too.
	for _, b := range []struct{ mark, name string }{
		{"Edg/", "Edge"}, {"EdgA/", "Edge"}, {"OPR/", "Opera"}, {"SamsungBrowser/", "Samsung Internet"},
		{"Firefox/", "Firefox"}, {"FxiOS/", "Firefox"}, {"CriOS/", "Chrome"}, {"Chrome/", "Chrome"}, {"Safari/", "Safari"},
	} {
		if strings.Contains(agent, b.mark) {
			browser = b.name
			break
		}
	}
	for _, s := range []struct{ mark, name string }{
		{"iPhone", "iPhone"}, {"iPad", "iPad"}, {"Android", "Android"}, {"Windows", "Windows"},
		{"CrOS", "ChromeOS"}, {"Macintosh", "macOS"}, {"Linux", "Linux"},
	} {
		if strings.Contains(agent, s.mark) {
			system = s.name
			break
		}
	}
	return browser, system
}
