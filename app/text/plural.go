package text

// Form is which of a text's forms goes with n, by the plural rules of
// CLDR for whole numbers. The forms stand in CLDR's order:
//
//	en, pt   one|other (Portuguese: 0 is one; its "many", for millions, isn't told apart)
//	zh-Hant  other
//	ar       zero|one|two|few|many|other
func Form(lang string, n int) int {
	switch lang {
	case "zh-Hant":
		return 0
	case "pt":
		return other(n > 1)
	case "ar":
		return arabicForm(n)
	}
	return other(n != 1)
}

func other(is bool) int {
	if is {
		return 1
	}
	return 0
}

func arabicForm(n int) int {
	switch rest := n % 100; {
	case n <= 2:
		return n
	case rest >= 3 && rest <= 10:
		return 3
	case rest >= 11:
		return 4
	}
	return 5
}
