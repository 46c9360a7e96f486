// Package photo keeps the photos that operators upload for their shops and serves them to the platform (interface
// 4.4, rule 3). The package also checks photos at other addresses before the platform gets the address: the platform
// is said to check nothing itself.
//
// Only the header of a photo is decoded, so that a small file that unpacks to gigabytes is never unpacked. The pixels
// are kept as received; the browser has encoded them anew, without the metadata that a camera adds. For lists of shops,
// photos with a bounded number of pixels are decoded, one at a time, and answered as thumbnails; these stay in memory.
//
// # How long photos are kept
//
// A photo that was never sent to the platform is deleted after a day. A photo that was sent is kept for 30 days; from
// then on the shop's record is read once a week, and when the record doesn't name the photo, the photo is deleted.
// While the record can't be read, nothing is deleted. A photo that a template or another shop uses stays.
//
// # From the phone to the customers
//
//  1. The browser opens the file (app/device/picture): its first bytes tell its type. components.Crop holds the
//     frame; the kept part is drawn anew, upright, and encoded. Its file waits in the browser's Cache API, its frame
//     among the drafts, until it is sent or discarded or the operator signs out.
//  2. The file is posted to {mount}/api/photos. shops/photo decodes its header, applies rules.Picture, and
//     keeps the file under a random name. The answer is its public address.
//  3. UpdatePicture goes through the proxy with that address, or with a typed one. The proxy asks shops/photo
//     for a check: our photo by its row; any other is fetched by web/fetch. Then audit, token and platform
//     follow, as for every change.
//  4. The platform fetches {mount}/photos/<name>. The page reads the record and shows the photo in review; until the
//     review ends the page offers no other.
//  5. The hourly sweep deletes photos that no record names any more (docs/operations/platform.md).
package photo
