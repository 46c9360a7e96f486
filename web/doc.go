// Package web carries the files a browser gets: it embeds what the program in
// web/build makes out of app/program, the style sheets, the scripts beside this
// file and the icon. Built files never enter git, so a clean clone embeds an
// empty folder and compiles all the same.
//
// # A page is opened
//
//  1. The page is the same for everybody: the frame's skeleton, and the boot script.
//     It paints; the program is fetched and compiled as it arrives.
//  2. Meanwhile web/first.js asks what this address asks first, and what the frame
//     asks everywhere: at once for somebody whom this device remembers, else as soon
//     as the server has said who is there. Without a session only that is asked.
//  3. The program takes such an answer instead of asking (app/backend/fetch_js.go):
//     once, with the same method, address and If-None-Match. A call that changes
//     something drops all that wait, and so do 20 seconds.
//  4. The first drawing is the page of the address, with what the device remembers.
//     A device that remembers nobody waits for the answers, 400 ms at most after the
//     program is there (app/shell/early.go): each drawing of the frame takes a slow
//     device a tenth of a second.
package web
