package text

// News words what had happened to an order already when somebody wanted to act:
// calmly, it is no error.
func News(news, via, by string) string {
	words := T("orders.news." + news)
	switch {
	case by != "":
		return T("join.comma", words, by)
	case via != "" && Has("orders.via."+via):
		return T("join.comma", words, T("orders.via."+via))
	}
	return words
}
