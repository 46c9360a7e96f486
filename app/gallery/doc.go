// Package gallery is the page that shows every component in every state, for
// those who build the console. It is always compiled and shown when
// [Enabled] says so. Its words are for developers and not translated.
//
// How the stories are shown stands in the address, so that a view can be
// linked to and photographed: /gallery/{component}/{settings}, for example
// /gallery/Button/dark-rtl-320.
package gallery
