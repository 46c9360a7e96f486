package auth

import "strings"

// readAgent tells browser and system from a User-Agent, "" for what it doesn't
// tell. It is to recognise a device by, not to rely on.
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
