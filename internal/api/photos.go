package api

// PathPhotos takes a POST of a picture's bytes, with ?shop=, and answers a
// [Photo]. Nothing is asked of the platform yet: that is its own call
// (interface 4.4), with the photo's URL.
const PathPhotos = "/api/photos"

// PathThumbnail takes ?shop= and answers a small JPEG of the photo that the shop shows, or 204 while there is none: the
// shop has no photo in effect, the photo can't be fetched or isn't fetched yet. ?v= is not read; a page puts
// [RosterShop.PhotoVersion] there, so that another photo has another address.
//
// In place of ?shop= it takes ?of=, the address of a photo that a shop, a template or an open run has, or that was
// accepted for one. Of any other address it answers 204, and fetches nothing.
const PathThumbnail = "/api/photos/small"

// PathPhotoFiles stands before the names of photos, relative to the mount
// point: whoever knows one may GET it.
const PathPhotoFiles = "/photos/"

// Photo is a picture that was uploaded.
type Photo struct {
	URL    string `json:"url"`
	Type   string `json:"type"` // media type
	Width  int    `json:"width"`
	Height int    `json:"height"`
	Bytes  int64  `json:"bytes"`
}

// The codes of a [Problem] of a picture's address that only the server can
// tell.
const (
	// ProblemPicturePrivate: the address leads to no public host.
	ProblemPicturePrivate = "picture_private"
	// ProblemPictureNoAnswer: nothing answers there, or not in time.
	ProblemPictureNoAnswer = "picture_no_answer"
	// ProblemPictureStatus: the answer isn't a picture. Args: the HTTP status.
	ProblemPictureStatus = "picture_status"
	// ProblemPictureGone: an uploaded picture that isn't kept any more, or is
	// another shop's.
	ProblemPictureGone = "picture_gone"
	// ProblemPictureReview: another picture is being reviewed; until that ends
	// the platform takes none (interface 3.3). Only runs meet it.
	ProblemPictureReview = "picture_review"
)
