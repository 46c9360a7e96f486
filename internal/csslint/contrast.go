package csslint

import (
	"fmt"
	"math"
	"regexp"
	"strconv"
)

// Pair is an intent's colour in light and in dark, as "#rrggbb".
type Pair struct{ Light, Dark string }

var lightDark = regexp.MustCompile(`^light-dark\(var\((--[\w-]+)\), var\((--[\w-]+)\)\)$`)

// Intents reads the intents of a token sheet: the custom properties whose
// value is light-dark() of two colours of the palette.
func Intents(text string) (map[string]Pair, error) {
	palette := map[string]string{}
	intents := map[string]Pair{}
	for _, d := range parse(text).declarations {
		if hexColour.MatchString(d.value) {
			palette[d.property] = d.value
		}
		m := lightDark.FindStringSubmatch(d.value)
		if m == nil {
			continue
		}
		pair := Pair{palette[m[1]], palette[m[2]]}
		if pair.Light == "" || pair.Dark == "" {
			return nil, fmt.Errorf("csslint: %s uses a colour that the palette doesn't declare before it", d.property)
		}
		intents[d.property] = pair
	}
	return intents, nil
}

// Contrast is the ratio of two colours by WCAG 2: from 1 to 21.
func Contrast(a, b string) (float64, error) {
	la, err := luminance(a)
	if err != nil {
		return 0, err
	}
	lb, err := luminance(b)
	if err != nil {
		return 0, err
	}
	return (math.Max(la, lb) + .05) / (math.Min(la, lb) + .05), nil
}

func luminance(hex string) (float64, error) {
	if len(hex) != 7 || hex[0] != '#' {
		return 0, fmt.Errorf("csslint: colour %q isn't #rrggbb", hex)
	}
	weights := [3]float64{.2126, .7152, .0722}
	sum := 0.0
	for i, weight := range weights {
		n, err := strconv.ParseUint(hex[1+2*i:3+2*i], 16, 8)
		if err != nil {
			return 0, fmt.Errorf("csslint: colour %q: %w", hex, err)
		}
		c := float64(n) / 255
		if c <= .04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum, nil
}
