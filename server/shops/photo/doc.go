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
//
// # From the phone to the customers
//
//  1. The browser opens the file (app/device/picture): its first bytes tell what it
//     is. components.Crop holds the frame; what is kept is drawn anew, upright, and
//     encoded. Its file waits in the browser's Cache API, its frame among the
//     drafts, until it is sent or discarded or somebody signs out.
//  2. It is posted to {mount}/api/photos. server/shops/photo decodes its header,
//     applies rules.Picture, and keeps it under a random name. The answer is its
//     public address.
//  3. UpdatePicture goes through the proxy with that address, or with one that was
//     typed. The proxy asks server/shops/photo to look: ours by its row, any other
//     is fetched by server/web/fetch. Then audit, token and platform, as for every
//     change.
//  4. The platform fetches {mount}/photos/<name>. The page reads the record and
//     shows the picture in review; until that ends it offers no other.
//  5. The hourly sweep deletes what no record names any more (docs/operations.md).
package photo
