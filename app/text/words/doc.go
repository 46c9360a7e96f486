// Package words is the console's texts: a folder per language, a file per page,
// each a flat JSON object of key and words. web/build makes one file per
// language of them, which the browser's program reads at its start; outside a
// browser package text reads them here. The program itself doesn't contain them.
//
// README.md says how to write them.
package words
