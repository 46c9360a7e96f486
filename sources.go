//go:build !js

package shopdesk

import "embed"

// Sources are the style sheets, scripts and icons of the browser's side, at their paths in the module. The tool
// cmd/shopdesk-web has them inside, so that it needs no folder of ours; nothing else imports them.
//
//go:embed app/*/*.css app/pages/*/*.css app/pages/*/*/*.css app/pages/*/*/*/*.css components/*.css
//go:embed web/css/*.css web/*.css web/*.js web/*.svg web/*.png
var Sources embed.FS
