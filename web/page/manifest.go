package page

import (
	"encoding/json"
	"fmt"

	"github.com/shopdesk/shopdesk/app/text/words"
	"github.com/shopdesk/shopdesk/web/asset"
)

// manifest is the web app manifest, which makes the console installable.
type manifest struct {
	ID         string         `json:"id"`
	Name       string         `json:"name"`
	ShortName  string         `json:"short_name"`
	Lang       string         `json:"lang"`
	Dir        string         `json:"dir"`
	Scope      string         `json:"scope"`
	StartURL   string         `json:"start_url"`
	Display    string         `json:"display"`
	Background string         `json:"background_color"`
	Theme      string         `json:"theme_color"`
	Categories []string       `json:"categories"`
	Icons      []manifestIcon `json:"icons"`
	Shortcuts  []shortcut     `json:"shortcuts"`
	Share      shareTarget    `json:"share_target"`
}

// shareTarget makes the device offer the installed console where other programs
// share a picture. The service worker takes the picture (web/sw.js).
type shareTarget struct {
	Action  string `json:"action"`
	Method  string `json:"method"`
	Enctype string `json:"enctype"`
	Params  struct {
		Files []sharedFile `json:"files"`
	} `json:"params"`
}

type sharedFile struct {
	Name   string   `json:"name"`
	Accept []string `json:"accept"`
}

// shortcut is a page that the installed console can open at once.
type shortcut struct {
	Name string `json:"name"`
	URL  string `json:"url"`
}

type manifestIcon struct {
	Src     string `json:"src"`
	Sizes   string `json:"sizes"`
	Type    string `json:"type"`
	Purpose string `json:"purpose,omitempty"`
}

// addManifests adds the manifest in each language. The page's link names the
// English manifest at first, and then follows the language on screen (web/boot.js).
func (s *Shell) addManifests() error {
	languages, err := words.Everywhere(words.OrdersFile, words.ShellFile)
	if err != nil {
		return err
	}
	for lang, said := range languages {
		body, err := manifestJSON(s.config, lang, said)
		if err != nil {
			return err
		}
		file := text("application/manifest+json", cacheCheck, s.version, body)
		s.files["/manifest."+lang+".webmanifest"] = file
		if lang == "en" {
			s.files["/manifest.webmanifest"] = file
		}
	}
	return nil
}

func manifestJSON(c Config, lang string, said map[string]string) ([]byte, error) {
	at := c.Prefix + "/"
	share := shareTarget{Action: c.Prefix + sharePath, Method: "POST", Enctype: "multipart/form-data"}
	share.Params.Files = []sharedFile{{Name: "photo", Accept: []string{"image/*"}}}
	body, err := json.Marshal(manifest{
		ID: at, Name: "Shopdesk", ShortName: "Shopdesk", Lang: lang, Dir: words.Direction(lang),
		Scope: at, StartURL: at, Display: "standalone",
		Background: "#f6f5f1", Theme: "#ffffff",
		Categories: []string{"business", "food"},
		Icons: []manifestIcon{
			{Src: at + asset.Icon192, Sizes: "192x192", Type: "image/png"},
			{Src: at + asset.Icon512, Sizes: "512x512", Type: "image/png"},
			{Src: at + asset.Maskable, Sizes: "512x512", Type: "image/png", Purpose: "maskable"},
			{Src: at + asset.Icon, Sizes: "any", Type: "image/svg+xml"},
		},
		Shortcuts: []shortcut{{Name: said["nav.orders"], URL: at + "orders"}, {Name: said["nav.shops"], URL: at + "shops"}},
		Share:     share,
	})
	if err != nil {
		return nil, fmt.Errorf("page: manifest: %w", err)
	}
	return body, nil
}
