// Package upload is the field for a picture that many shops are to have: its
// address, or a file that is uploaded and so gets one (interface 4.4, rule 3).
package upload
