// Package photo keeps the pictures that operators upload for their shops and
// serves them to the platform (interface 4.4, rule 3), and looks at pictures
// that stand elsewhere before the platform is sent there: it is said to check
// nothing itself.
//
// Of a picture only the header is decoded: a small file that unpacks to
// gigabytes never does. Its bytes are kept as they came; the browser has made
// them anew from the pixels, without what a camera adds.
//
// # How long they are kept
//
// A picture that nobody sent on to the platform is deleted after a day. One
// that was sent is left for 30 days; from then on the shop's record is read
// once a week, and when it doesn't name the picture, the picture goes. While
// the record can't be read, nothing goes. What a template or another
// shop has stays.
package photo
