// Package photo is the page of a shop's profile image (interface 3.3; 4.4,
// rule 3): what customers see now, what is in review, and the request for
// another one.
//
// A picture is chosen, dropped, pasted or taken, cut to a shape, made anew in
// the browser and uploaded; or the address of one on the web is given, which
// the server looks at. What was chosen and cut stays until the platform has
// it: whatever fails, pressing the button again is enough. While a picture is
// in review the platform takes no other, and the page offers none.
package photo
