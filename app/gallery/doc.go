// Package gallery is the page that shows every component in every state, for
// those who build the console. It is in the program that shopdesk-web -gallery
// builds, and a server shows that program when Options.Gallery is set. Its words
// are for developers and not translated.
//
// How the stories are shown stands in the address, so that a view can be
// linked to and photographed: /gallery/{component}/{settings}, for example
// /gallery/Button/dark-rtl-320.
package gallery
