package phones

import "strconv"

// Ids of the page's elements. Rows are counted from 0.
const (
	addID = "phones-add"
)

func rowID(i int) string { return "phone-" + strconv.Itoa(i) }

func countryID(i int) string { return rowID(i) + "-country" }

func numberID(i int) string { return rowID(i) + "-number" }

func problemID(i int) string { return rowID(i) + "-problem" }

func upID(i int) string { return rowID(i) + "-up" }

func downID(i int) string { return rowID(i) + "-down" }

func removeID(i int) string { return rowID(i) + "-remove" }
